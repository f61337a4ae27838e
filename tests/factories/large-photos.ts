import sharp from 'sharp';
import { makePhonePicture } from './pictures.ts';

const LARGE = { width: 2400, height: 1800 };

/**
 * A picture with more pixels than are encoded before an upload is answered; another `seed` gives
 * another picture.
 */
export const makeLargeJpeg = ({ seed = 1 } = {}) =>
  sharp({ create: { ...LARGE, channels: 3, background: { r: 40 * seed, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer();

/** The same with all the metadata of a phone, and rotated. */
export const makeLargePhonePicture = () => makePhonePicture(LARGE);

/** A picture with a complete header, truncated in the middle of its pixels. */
export async function makeLargeBrokenJpeg(): Promise<Buffer> {
  const jpeg = await makeLargeJpeg();
  return jpeg.subarray(0, jpeg.length / 2);
}
