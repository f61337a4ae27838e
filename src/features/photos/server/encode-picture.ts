/*
 * Encodes an uploaded picture into our six files. The header is read first, and the size that it
 * declares decides whether anything is decoded at all: 5 kB can declare four billion pixels. The
 * picture is decoded once, turned as its EXIF says and shrunk to the largest size as bare pixels.
 * Only those are encoded, so no metadata of the original reaches a file.
 *
 * Measured on two cores for 1600×1200: WebP at effort 4 takes 150 to 230 ms. AVIF at effort 0 takes
 * a little less and its files are a sixth smaller, but old phones decode it more slowly, and
 * browsers that know only WebP would get the larger JPEG.
 */
import { createHash } from 'node:crypto';
import sharp, { type SharpInput } from 'sharp';
import { PHOTO_PIXELS_MAX, PHOTO_SIZES_PIXELS } from '#features/photos/rules/limits.ts';
import { fitLongSide, type PhotoFormat, type PhotoSize } from '#features/photos/rules/photo.ts';
import { AppError } from '#platform/server/app-error.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';
import type { PictureType } from './pictures/recognize-picture.ts';

const JPEG = { quality: 78, progressive: true };
const WEBP = { quality: 74, effort: 4 };
const DECODE_SECONDS = 20;
const [SMALLEST] = PHOTO_SIZES_PIXELS;
const LARGEST = PHOTO_SIZES_PIXELS[PHOTO_SIZES_PIXELS.length - 1] ?? SMALLEST;

/**
 * Each step of a picture queues separately, so that other users' short work need not wait for a
 * whole picture.
 */
const step = <T>(client: string, work: () => Promise<T>) =>
  heavyWork.run(client, work, { waitMilliseconds: Infinity });

// One thread per picture and no cache, so that memory stays flat and the process stays responsive.
sharp.concurrency(1);
sharp.cache(false);

type Bitmap = { data: Buffer; widthPixels: number; heightPixels: number; channels: 1 | 2 | 3 | 4 };
type EncodedFile = { size: PhotoSize; format: PhotoFormat; bytes: Buffer };
export type EncodedPicture = {
  contentHash: string;
  colour: string;
  widthPixels: number;
  heightPixels: number;
  files: EncodedFile[];
};

/**
 * The dimensions that a picture declares, upright. Reads only its header.
 * @throws AppError PHOTO_BROKEN, PHOTO_TOO_MANY_PIXELS
 */
export async function measurePicture(
  bytes: Buffer,
  { type, client }: { type: PictureType; client: string },
): Promise<{ widthPixels: number; heightPixels: number }> {
  const readHeader = () => step(client, () => sharp(bytes, { limitInputPixels: false }).metadata());
  const { format, width, height, autoOrient } = await orBroken(readHeader);
  if (format !== type) throw new AppError('PHOTO_BROKEN', { field: 'photos' });
  if (width * height > PHOTO_PIXELS_MAX)
    throw new AppError('PHOTO_TOO_MANY_PIXELS', { field: 'photos' });
  return { widthPixels: autoOrient.width, heightPixels: autoOrient.height };
}

/**
 * Decodes a picture whose header was checked, and encodes its files.
 * @throws AppError PHOTO_BROKEN
 */
export async function encodePicture(original: Buffer, client: string): Promise<EncodedPicture> {
  const largest = await orBroken(() => step(client, () => decode(original)));
  const { widthPixels, heightPixels } = largest;
  const files: EncodedFile[] = [];
  // One size at a time from the largest to the smallest, each made from the previous one, so that
  // only one bitmap is in memory.
  let bitmap = largest;
  for (const size of PHOTO_SIZES_PIXELS.toReversed()) {
    bitmap = await step(client, () =>
      shrink(bitmap, fitLongSide({ widthPixels, heightPixels }, size)),
    );
    for (const format of ['jpg', 'webp'] as const)
      files.push({ size, format, bytes: await step(client, () => encode(bitmap, format)) });
  }
  const whole = files.find(({ size, format }) => size === LARGEST && format === 'jpg');
  const contentHash = createHash('sha256')
    .update(whole?.bytes ?? '')
    .digest('hex');
  return {
    contentHash,
    colour: await step(client, () => dominantColour(bitmap)),
    widthPixels,
    heightPixels,
    files,
  };
}

/**
 * Encodes one file of a picture whose header was checked.
 * @throws AppError PHOTO_BROKEN
 */
export async function encodeFile(
  original: Buffer,
  { size, format }: Pick<EncodedFile, 'size' | 'format'>,
  client: string,
): Promise<Buffer> {
  const bitmap = await orBroken(() => step(client, () => decode(original, size)));
  return step(client, () => encode(bitmap, format));
}

const rawOf = ({ widthPixels: width, heightPixels: height, channels }: Bitmap) => ({
  width,
  height,
  channels,
});

function encode(bitmap: Bitmap, format: PhotoFormat): Promise<Buffer> {
  const pixels = sharp(bitmap.data, { raw: rawOf(bitmap) });
  return (format === 'jpg' ? pixels.jpeg(JPEG) : pixels.webp(WEBP)).toBuffer();
}

async function decode(input: SharpInput, longSide: PhotoSize = LARGEST): Promise<Bitmap> {
  const { data, info } = await sharp(input, { failOn: 'error', limitInputPixels: PHOTO_PIXELS_MAX })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  // sharp types channels as a number; a flattened picture has one to four.
  return {
    data,
    widthPixels: info.width,
    heightPixels: info.height,
    channels: info.channels as Bitmap['channels'],
  };
}

async function shrink(
  bitmap: Bitmap,
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
): Promise<Bitmap> {
  if (bitmap.widthPixels === widthPixels && bitmap.heightPixels === heightPixels) return bitmap;
  const data = await sharp(bitmap.data, { raw: rawOf(bitmap) })
    .resize({ width: widthPixels, height: heightPixels, fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...bitmap, data, widthPixels, heightPixels };
}

async function dominantColour(bitmap: Bitmap): Promise<string> {
  const { dominant } = await sharp(bitmap.data, { raw: rawOf(bitmap) }).stats();
  const channels =
    bitmap.channels < 3
      ? [dominant.r, dominant.r, dominant.r]
      : [dominant.r, dominant.g, dominant.b];
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Every error of the decoder means that the picture is broken. */
async function orBroken<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new AppError('PHOTO_BROKEN', { field: 'photos' }, error);
  }
}
