import sharp from 'sharp';
import { makePhonePicture } from './pictures.ts';

const LARGE = { width: 2400, height: 1800 };

export const makeLargeJpeg = ({ seed = 1 } = {}) =>
  sharp({ create: { ...LARGE, channels: 3, background: { r: 40 * seed, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer();

export const makeLargePhonePicture = () => makePhonePicture(LARGE);

export async function makeLargeBrokenJpeg(): Promise<Buffer> {
  const jpeg = await makeLargeJpeg();
  return jpeg.subarray(0, jpeg.length / 2);
}
