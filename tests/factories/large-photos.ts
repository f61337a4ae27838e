import sharp from 'sharp';
import { makePhonePicture } from './pictures.ts';

const LARGE = { width: 2400, height: 1800 };

/**
 * A picture with more pixels than are encoded before an upload is answered; another `seed` is
 * another picture.
 */
export const makeLargeJpeg = ({ seed = 1 } = {}) =>
  sharp({ create: { ...LARGE, channels: 3, background: { r: 40 * seed, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer();

/** The same with everything that a phone writes into a file, lying on its side. */
export const makeLargePhonePicture = () => makePhonePicture(LARGE);

/** A picture whose header is whole and whose pixels end in the middle. */
export async function makeLargeBrokenJpeg(): Promise<Buffer> {
  const jpeg = await makeLargeJpeg();
  return jpeg.subarray(0, jpeg.length / 2);
}
