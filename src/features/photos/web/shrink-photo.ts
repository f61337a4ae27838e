import { fitLongSide } from '#photos/rules/photo.ts';
import { photoSize } from './photo-line.ts';

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
