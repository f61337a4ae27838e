/*
 * Decodes uploaded pictures. A picture that crashes the decoder, or takes too much memory or time,
 * ends this process and not the server.
 *
 * The header decides whether anything is decoded: 600 kB can declare 400 MB of pixels. The picture
 * is decoded once to bare pixels, and only those are encoded, so no metadata of the original
 * reaches a file.
 *
 * docs/benchmarks.md compares the formats at these qualities.
 */

import { createHash } from 'node:crypto';
import { setPriority } from 'node:os';
import sharp, { type Metadata } from 'sharp';
import {
  fitLongSide,
  INTERLACED_COST,
  LARGEST_SIZE,
  PHOTO_DECODED_MAX_BYTES,
  type PhotoFormat,
  type PhotoSize,
  PICTURE_PROCESS_MAX_BYTES,
  PICTURE_PROCESSOR_SECONDS,
  PICTURE_TOO_COSTLY_STATUS,
} from '../rules/photo.ts';

export type PictureType = 'jpeg' | 'png' | 'webp';
export type PictureJob = { original: Uint8Array } & (
  | { task: 'measure'; type: PictureType }
  | { task: 'encode'; sizes: readonly PhotoSize[] }
  | { task: 'encodeFile'; size: PhotoSize; format: PhotoFormat }
);
type PictureRefusal = 'PHOTO_BROKEN' | 'PHOTO_TOO_MANY_PIXELS';
export type PictureAnswer = { refused: PictureRefusal } | { result: unknown };

export type Dimensions = { widthPixels: number; heightPixels: number };
export type EncodedPicture = Dimensions & {
  contentHash: string;
  colour: string;
  jpegs: { size: PhotoSize; bytes: Buffer }[];
};

const JPEG = { quality: 78, progressive: true };
const WEBP = { quality: 74, effort: 4 };
/** A page shows many small pictures, so they are worth more effort. */
const avif = (pixels: number) =>
  pixels > 320 ? { quality: pixels > 480 ? 45 : 50, effort: 0 } : { quality: 48, effort: 3 };
const COLOUR_PIXELS = 160;
const LOW_PRIORITY = 5;
const CHECK_MILLISECONDS = 20;

setPriority(LOW_PRIORITY);
// Keeps memory flat.
sharp.concurrency(1);
sharp.cache(false);

// A signal to the whole group must not break the current picture.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
let usedBefore = process.cpuUsage();
setInterval(() => {
  const { user, system } = process.cpuUsage(usedBefore);
  const hasUsedTooMuch =
    process.memoryUsage.rss() > PICTURE_PROCESS_MAX_BYTES ||
    user + system > PICTURE_PROCESSOR_SECONDS * 1e6;
  if (hasUsedTooMuch) process.exit(PICTURE_TOO_COSTLY_STATUS);
}, CHECK_MILLISECONDS).unref();
process.on('message', async (job: PictureJob) => {
  usedBefore = process.cpuUsage();
  process.send?.(await answer(job));
});

const answer = (job: PictureJob): Promise<PictureAnswer> =>
  perform({ ...job, original: Buffer.from(job.original) }).catch(() => ({
    refused: 'PHOTO_BROKEN',
  }));

async function perform(job: PictureJob): Promise<PictureAnswer> {
  switch (job.task) {
    case 'measure':
      return measure(job.original, job.type);
    case 'encode':
      return { result: await encodeJpegs(job.original, job.sizes) };
    case 'encodeFile':
      return { result: await encode(await decode(job.original, job.size), job.format) };
  }
}

async function measure(original: Uint8Array, type: PictureType): Promise<PictureAnswer> {
  const header = await sharp(original, { limitInputPixels: false }).metadata();
  if (header.format !== type) return { refused: 'PHOTO_BROKEN' };
  if (decodedBytes(header) > PHOTO_DECODED_MAX_BYTES) return { refused: 'PHOTO_TOO_MANY_PIXELS' };
  const { width: widthPixels, height: heightPixels } = header.autoOrient;
  return { result: { widthPixels, heightPixels } satisfies Dimensions };
}

/** A grey picture takes as long to shrink as one with three channels. */
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata) {
  const bytes = width * height * Math.max(3, channels) * (depth === 'uchar' ? 1 : 2);
  return isProgressive ? bytes * INTERLACED_COST : bytes;
}

type Bitmap = Dimensions & { data: Buffer; channels: 1 | 2 | 3 | 4 };

/** The hash is that of the largest JPEG, in every case. */
async function encodeJpegs(
  original: Uint8Array,
  sizes: readonly PhotoSize[],
): Promise<EncodedPicture> {
  // Memory holds only one bitmap.
  let bitmap = await decode(original);
  const { widthPixels, heightPixels } = bitmap;
  const largest = await encode(bitmap, 'jpg');
  const jpegs: EncodedPicture['jpegs'] = [];
  for (const size of sizes.toSorted((one, other) => other - one)) {
    bitmap = await shrink(bitmap, fitLongSide({ widthPixels, heightPixels }, size));
    const bytes = size === LARGEST_SIZE ? largest : await encode(bitmap, 'jpg');
    jpegs.push({ size, bytes });
  }
  const contentHash = createHash('sha256').update(largest).digest('hex');
  bitmap = await shrink(bitmap, fitLongSide({ widthPixels, heightPixels }, COLOUR_PIXELS));
  return { contentHash, colour: await dominantColour(bitmap), widthPixels, heightPixels, jpegs };
}

const rawOf = ({ widthPixels: width, heightPixels: height, channels }: Bitmap) => ({
  width,
  height,
  channels,
});

function encode(bitmap: Bitmap, format: PhotoFormat): Promise<Buffer> {
  const pixels = sharp(bitmap.data, { raw: rawOf(bitmap) });
  if (format === 'jpg') return pixels.jpeg(JPEG).toBuffer();
  if (format === 'webp') return pixels.webp(WEBP).toBuffer();
  return pixels.avif(avif(Math.max(bitmap.widthPixels, bitmap.heightPixels))).toBuffer();
}

async function decode(original: Uint8Array, longSide: PhotoSize = LARGEST_SIZE): Promise<Bitmap> {
  const { data, info } = await sharp(original, { failOn: 'error', limitInputPixels: false })
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

async function shrink(bitmap: Bitmap, to: Dimensions): Promise<Bitmap> {
  const { widthPixels, heightPixels } = to;
  if (bitmap.widthPixels === widthPixels && bitmap.heightPixels === heightPixels) return bitmap;
  const data = await sharp(bitmap.data, { raw: rawOf(bitmap) })
    .resize({ width: widthPixels, height: heightPixels, fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...bitmap, data, widthPixels, heightPixels };
}

async function dominantColour(bitmap: Bitmap) {
  const { dominant } = await sharp(bitmap.data, { raw: rawOf(bitmap) }).stats();
  const channels =
    bitmap.channels < 3
      ? [dominant.r, dominant.r, dominant.r]
      : [dominant.r, dominant.g, dominant.b];
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
