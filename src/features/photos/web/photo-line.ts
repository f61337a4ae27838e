import {
  CAPTURE_JPEG_QUALITY,
  PHOTO_ON_SLOW_LINE,
  PHOTO_SENT_LONG_SIDE_PIXELS,
  SLOW_LINE_BYTES_PER_SECOND,
} from '#photos/rules/limits.ts';

/*
 * Decides whether photos are sent in full size or smaller. Some browsers report the type of
 * connection; for the others the upload speed of the last photo decides.
 */

type Connection = { effectiveType?: string; saveData?: boolean };

let bytesPerSecond: number | null = null;

/** Records the upload speed of a photo. */
export function notePhotoSent(bytes: number, milliseconds: number): void {
  bytesPerSecond = (1000 * bytes) / Math.max(1, milliseconds);
}

export function isSlowLine(): boolean {
  if (bytesPerSecond !== null) return bytesPerSecond < SLOW_LINE_BYTES_PER_SECOND;
  // Chromium only; TypeScript's library does not know it.
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection?.saveData === true ||
    ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
  );
}

/** The longer side and the JPEG quality for the current connection. */
export const photoSize = (): { longSidePixels: number; quality: number } =>
  isSlowLine()
    ? PHOTO_ON_SLOW_LINE
    : { longSidePixels: PHOTO_SENT_LONG_SIDE_PIXELS, quality: CAPTURE_JPEG_QUALITY };
