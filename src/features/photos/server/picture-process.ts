/*
 * Decodes uploaded pictures. A picture that crashes the decoder, or takes too much memory or time,
 * ends this process and not the server.
 *
 * The header decides whether anything is decoded: 600 kB can declare 400 MB of pixels. The picture
 * is decoded once to bare pixels, and only those are encoded, so no metadata of the original
 * reaches a file.
 *
 * Measured on two cores for 1600×1200: WebP at effort 4 takes 150 to 230 ms. AVIF at effort 0 saves
 * a sixth of the bytes, but old phones decode it slowly.
 */
import { createHash } from 'node:crypto';
import { setPriority } from 'node:os';
import sharp, { type Metadata } from 'sharp';
import {
  INTERLACED_COST,
  PHOTO_DECODED_MAX_BYTES,
  PHOTO_SIZES_PIXELS,
  PICTURE_PROCESS_MAX_BYTES,
  PICTURE_PROCESSOR_SECONDS,
  PICTURE_TOO_COSTLY_STATUS,
} from '#photos/rules/limits.ts';
import { fitLongSide, type PhotoFormat, type PhotoSize } from '#photos/rules/photo.ts';

export type PictureType = 'jpeg' | 'png' | 'webp';
export type PictureJob = { original: Uint8Array } & (
  | { task: 'measure'; type: PictureType }
  | { task: 'encode' }
  | { task: 'encodeFile'; size: PhotoSize; format: PhotoFormat }
);
export type PictureRefusal = 'PHOTO_BROKEN' | 'PHOTO_TOO_MANY_PIXELS';
export type PictureAnswer = { refused: PictureRefusal } | { result: unknown };

export type Dimensions = { widthPixels: number; heightPixels: number };
type EncodedFile = { size: PhotoSize; format: PhotoFormat; bytes: Buffer };
export type EncodedPicture = Dimensions & {
  contentHash: string;
  colour: string;
  files: EncodedFile[];
};

const JPEG = { quality: 78, progressive: true };
const WEBP = { quality: 74, effort: 4 };
const LOW_PRIORITY = 5;
const CHECK_MILLISECONDS = 20;
const [SMALLEST] = PHOTO_SIZES_PIXELS;
const LARGEST = PHOTO_SIZES_PIXELS[PHOTO_SIZES_PIXELS.length - 1] ?? SMALLEST;

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
      return { result: await encodeAll(job.original) };
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
function decodedBytes({ width, height, channels, depth, isProgressive }: Metadata): number {
  const bytes = width * height * Math.max(3, channels) * (depth === 'uchar' ? 1 : 2);
  return isProgressive ? bytes * INTERLACED_COST : bytes;
}

type Bitmap = Dimensions & { data: Buffer; channels: 1 | 2 | 3 | 4 };

async function encodeAll(original: Uint8Array): Promise<EncodedPicture> {
  const largest = await decode(original);
  const { widthPixels, heightPixels } = largest;
  const files: EncodedFile[] = [];
  // Memory holds only one bitmap.
  let bitmap = largest;
  for (const size of PHOTO_SIZES_PIXELS.toReversed()) {
    bitmap = await shrink(bitmap, fitLongSide({ widthPixels, heightPixels }, size));
    for (const format of ['jpg', 'webp'] as const)
      files.push({ size, format, bytes: await encode(bitmap, format) });
  }
  const whole = files.find(({ size, format }) => size === LARGEST && format === 'jpg');
  const contentHash = createHash('sha256')
    .update(whole?.bytes ?? '')
    .digest('hex');
  return { contentHash, colour: await dominantColour(bitmap), widthPixels, heightPixels, files };
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

async function decode(original: Uint8Array, longSide: PhotoSize = LARGEST): Promise<Bitmap> {
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

async function dominantColour(bitmap: Bitmap): Promise<string> {
  const { dominant } = await sharp(bitmap.data, { raw: rawOf(bitmap) }).stats();
  const channels =
    bitmap.channels < 3
      ? [dominant.r, dominant.r, dominant.r]
      : [dominant.r, dominant.g, dominant.b];
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
