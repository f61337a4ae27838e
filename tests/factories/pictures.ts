import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export const SECRET_PLACE = 'Kwa Wanjiru, nyuma ya kanisa';

function makePicture({ width = 640, height = 480, seed = 1 } = {}): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      state = (state * 48_271) % 2_147_483_647;
      const grain = state % 24;
      pixels[at++] = (((column * 255) / width) & 0xff) ^ (seed & 31);
      pixels[at++] = Math.min(255, ((row * 230) / height) | 0) + (grain >> 2);
      pixels[at++] = 60 + grain;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

type PictureOptions = { width?: number; height?: number; seed?: number };

export const makeJpeg = (options: PictureOptions = {}) =>
  makePicture(options).jpeg({ quality: 90 }).toBuffer();

const QUARTERS = [
  [220, 20, 20],
  [20, 200, 20],
  [20, 20, 220],
  [245, 245, 245],
] as const;

export async function makePhonePicture({ width = 2000, height = 1500 } = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const quarter =
        QUARTERS[(row < height / 2 ? 0 : 2) + (column < width / 2 ? 0 : 1)] ?? QUARTERS[0];
      for (const value of quarter) pixels[at++] = value;
    }
  }
  const tagged = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .withExif({
      IFD0: { Make: 'Tecno', Model: 'Spark 10 SECRET', Artist: SECRET_PLACE, Orientation: '6' },
      IFD2: { BodySerialNumber: 'SERIAL-SECRET-1', UserComment: SECRET_PLACE },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '0/1 25/1 1/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '36/1 57/1 4/1',
      },
    })
    .withIccProfile('srgb')
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>${SECRET_PLACE}</place></x:xmpmeta>`)
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return withSegments(tagged, [
    segment(0xfe, Buffer.from(`comment ${SECRET_PLACE}`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${SECRET_PLACE}`)),
    await thumbnailSegment(),
  ]);
}

async function thumbnailSegment(): Promise<Buffer> {
  const create = { width: 60, height: 45, channels: 3, background: '#ff00ff' } as const;
  const thumbnail = await sharp({ create }).jpeg().toBuffer();
  return segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), thumbnail]));
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function withSegments(jpeg: Buffer, segments: Buffer[]): Buffer {
  const end = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, end), ...segments, jpeg.subarray(end)]);
}

export async function makeBomb(): Promise<Buffer> {
  const jpeg = await makeJpeg({ width: 64, height: 64 });
  const bomb = Buffer.from(jpeg);
  const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]));
  bomb.writeUInt16BE(64_250, frame + 5);
  bomb.writeUInt16BE(64_250, frame + 7);
  return bomb;
}

const COSTLY_SIDE_PIXELS = 7190;

/**
 * A PNG of 400 kB with 51.7 megapixels, 16 bit, interlaced: decoding it takes 5 s of processor time
 * and 500 MB. Without its pixels it is only the header.
 */
export function makeCostlyPng({ hasPixels = true } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(COSTLY_SIDE_PIXELS, 0);
  header.writeUInt32BE(COSTLY_SIDE_PIXELS, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const pixels = deflateSync(Buffer.alloc(hasPixels ? interlacedBytes(COSTLY_SIDE_PIXELS) : 0));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

const interlacedBytes = (side: number) =>
  PASSES.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + Math.ceil((side - y) / dy) * (1 + 8 * Math.ceil((side - x) / dx)),
    0,
  );

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
}
