import {
  CAPTURE_JPEG_QUALITY,
  PHOTO_ON_SLOW_LINE,
  PHOTO_SENT_LONG_SIDE_PIXELS,
  SLOW_LINE_BYTES_PER_SECOND,
} from '#features/photos/rules/limits.ts';

/*
 * Whether photos are sent in full size or smaller. Some browsers know what kind of line the phone
 * has; in the others the last photo's upload tells.
 */

type Connection = { effectiveType?: string; saveData?: boolean };

let bytesPerSecond: number | null = null;

/** Remembers how fast a photo was sent. */
export function notePhotoSent(bytes: number, milliseconds: number): void {
  bytesPerSecond = (1000 * bytes) / Math.max(1, milliseconds);
}

export function isSlowLine(): boolean {
  if (bytesPerSecond !== null) return bytesPerSecond < SLOW_LINE_BYTES_PER_SECOND;
  // Chromium's, which TypeScript's library does not know.
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection?.saveData === true ||
    ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
  );
}

/** The longer side and the JPEG quality in which a photo is sent now. */
export const photoSize = () =>
  isSlowLine()
    ? PHOTO_ON_SLOW_LINE
    : { longSidePixels: PHOTO_SENT_LONG_SIDE_PIXELS, quality: CAPTURE_JPEG_QUALITY };
