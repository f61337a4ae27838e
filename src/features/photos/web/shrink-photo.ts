/*
 * Decides whether photos are sent in full size or smaller. Some browsers report the type of
 * connection; for the others the upload speed of the last photo decides.
 */

import {
  CAPTURE_JPEG_QUALITY,
  fitLongSide,
  PHOTO_ON_SLOW_LINE,
  PHOTO_SENT_LONG_SIDE_PIXELS,
  SLOW_LINE_BYTES_PER_SECOND,
} from '../rules/photo.ts';

type Connection = { effectiveType?: string; saveData?: boolean };

let bytesPerSecond: number | null = null;

export function notePhotoSent(bytes: number, milliseconds: number) {
  bytesPerSecond = (1000 * bytes) / Math.max(1, milliseconds);
}

export function isSlowLine() {
  if (bytesPerSecond !== null) return bytesPerSecond < SLOW_LINE_BYTES_PER_SECOND;
  // Chromium only; TypeScript's library does not know it.
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    connection?.saveData === true ||
    ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
  );
}

export const photoSize = (): { longSidePixels: number; quality: number } =>
  isSlowLine()
    ? PHOTO_ON_SLOW_LINE
    : { longSidePixels: PHOTO_SENT_LONG_SIDE_PIXELS, quality: CAPTURE_JPEG_QUALITY };

/**
 * Shrinks a photo, by default to the specification's size and quality, or further on a slow
 * connection. A file that cannot be read is returned unchanged.
 */
export async function shrinkPhoto(file: Blob, size = photoSize()): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { longSidePixels, quality } = size;
    const { widthPixels, heightPixels } = fitLongSide(
      { widthPixels: picture.width, heightPixels: picture.height },
      longSidePixels,
    );
    const canvas = Object.assign(document.createElement('canvas'), {
      width: widthPixels,
      height: heightPixels,
    });
    const context = canvas.getContext('2d');
    // A JPEG has no transparent pixels, and would show them black.
    if (context) context.fillStyle = '#fff';
    context?.fillRect(0, 0, widthPixels, heightPixels);
    context?.drawImage(picture, 0, 0, widthPixels, heightPixels);
    picture.close();
    const shrunk = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    );
    return shrunk && shrunk.size < file.size ? shrunk : file;
  } catch {
    return file;
  }
}
