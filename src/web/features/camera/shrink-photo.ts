import { CAPTURE_JPEG_QUALITY, PHOTO_SIZES_PIXELS } from '#shared/limits.ts';
import { fitLongSide } from '#shared/photo.ts';

const LONG_SIDE = Math.max(...PHOTO_SIZES_PIXELS);

/** Shrinks a photo to what the server keeps anyway, about a tenth of the upload. A file that cannot be read is returned as it is. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { widthPixels, heightPixels } = fitLongSide({ widthPixels: picture.width, heightPixels: picture.height }, LONG_SIDE);
    const canvas = Object.assign(document.createElement('canvas'), { width: widthPixels, height: heightPixels });
    canvas.getContext('2d')?.drawImage(picture, 0, 0, widthPixels, heightPixels);
    picture.close();
    const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', CAPTURE_JPEG_QUALITY));
    return shrunk && shrunk.size < file.size ? shrunk : file;
  } catch {
    return file;
  }
}
