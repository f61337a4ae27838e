import sharp from 'sharp';
import { avifOf } from '#photos/rules/photo.ts';
import { storePhoto } from '#photos/server/store-photos.ts';
import { uploaded } from '#tests/factories/photos.ts';
import {
  makeBomb,
  makeCostlyPng,
  makePhonePicture,
  SECRET_PLACE,
} from '#tests/factories/pictures.ts';
import {
  countRows,
  db,
  type Farm,
  givenMarket,
  listPhotoFiles,
  makeFarm,
  makeJpeg,
  makePhoto,
  outcomeOf,
  services,
} from '#tests/setup/in-market.ts';

const TRACES = [SECRET_PLACE, 'SECRET', 'Tecno', 'Exif', 'xmp', 'Photoshop', 'JFXX', 'ICC_PROFILE'];
let farmer: Farm;
givenMarket();
beforeEach(async () => {
  farmer = await makeFarm();
});

const store = (bytes: Buffer | string) =>
  storePhoto(db, { farmerId: farmer.id, file: uploaded(bytes) }, services);
const nothingIsKept = async () => {
  expect(await listPhotoFiles()).toEqual([]);
  expect(await countRows('photos')).toBe(0);
};
async function fileOf(path: string): Promise<Uint8Array> {
  const file = await services.photoStore.get(path.replace('/photos/', ''));
  if (!file) throw new Error(`There is no file of ${path}`);
  return file.bytes;
}

test("F45: a phone's picture keeps only its pixels, and is turned upright", async () => {
  const original = await makePhonePicture();
  expect(original.includes(SECRET_PLACE)).toBe(true);
  const photo = await store(original);
  expect(photo).toMatchObject({
    widthPixels: 1200,
    heightPixels: 1600,
    url: expect.stringMatching(/-800\.jpg$/),
  });
  const paths = photo.sizes.flatMap(({ webp, jpeg }) => [avifOf(webp), webp, jpeg]);
  expect(paths).toHaveLength(15);
  for (const path of paths) {
    const bytes = await fileOf(path);
    for (const trace of TRACES)
      expect(Buffer.from(bytes).includes(trace), `${path} holds ${trace}`).toBe(false);
    const { exif, xmp, icc, iptc, orientation, width, height, format } =
      await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
    expect(format).toBe({ avif: 'heif', webp: 'webp', jpg: 'jpeg' }[path.split('.')[1] ?? '']);
    expect(height).toBe(Number(/-(\d+)\./.exec(path)?.[1]));
    expect(width).toBeLessThan(height);
    expect(await quartersOf(bytes)).toEqual(['blue', 'red', 'white', 'green']);
  }
});

test.each([2, 3, 5, 8])('F45: orientation %s is applied', async (orientation) => {
  const upright = await makePhonePicture({ width: 400, height: 300 });
  const turned = await sharp(upright, { autoOrient: false })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
  const expected = await quartersOf(await sharp(turned).autoOrient().png().toBuffer());
  const photo = await store(turned);
  expect(await quartersOf(await fileOf(photo.url))).toEqual(expected);
});

test('a photo has five sizes by the long side, never enlarged, with a placeholder colour', async () => {
  const large = await store(await makeJpeg({ width: 2400, height: 1200 }));
  expect(large.sizes.map(({ width }) => width)).toEqual([160, 320, 480, 800, 1600]);
  expect(large).toMatchObject({
    widthPixels: 1600,
    heightPixels: 800,
    colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
  });
  const small = await store(await makeJpeg({ width: 200, height: 100 }));
  expect(small.sizes.map(({ width }) => width)).toEqual([160, 200]);
  expect((await sharp(await fileOf(small.url)).metadata()).width).toBe(200);
});

test('one file is stored for the same picture uploaded twice, and both count', async () => {
  const first = await makePhoto(farmer);
  const second = await makePhoto(await makeFarm());
  expect(second.url).toBe(first.url);
  expect(second.id).not.toBe(first.id);
  expect(await listPhotoFiles()).toHaveLength(1);
  expect(await countRows('photos')).toBe(2);
});

test('a size is made when it is first requested, once for many requests, and then stored', async () => {
  const photo = await makePhoto(farmer);
  const [largest] = await listPhotoFiles();
  const small = avifOf(photo.sizes[0]?.webp ?? '').replace('/photos/', '');
  const { photoStore } = services;
  expect(await photoStore.exists(small)).toBe(true);
  const files = await Promise.all([photoStore.get(small), photoStore.get(small)]);
  expect(files[0]).toBe(files[1]);
  expect(await listPhotoFiles()).toEqual([small, largest].sort());
  const unknown = `${'a'.repeat(64)}-320.webp`;
  expect([await photoStore.exists(unknown), await photoStore.get(unknown)]).toEqual([false, null]);
});

describe('C25: files that are not photos are refused before decoding, and nothing is kept', () => {
  const html = '<!doctype html><html><script>alert(1)</script></html>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
  const REFUSED = 'PHOTO_TYPE_REFUSED';
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const followedBy = async (more: Buffer) => Buffer.concat([await makeJpeg(), more]);
  const cases: [string, () => Promise<Buffer> | Buffer | string, string, string?][] = [
    ['HTML', () => html, REFUSED],
    ['SVG', () => svg, REFUSED],
    ['a GIF', () => latin1('GIF89a/*\x01\x00\x01\x00*/=1;'), REFUSED],
    ['an empty file', () => '', REFUSED],
    ['HEIC', () => latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'PHOTO_HEIC'],
    ['a JPEG followed by a page', async () => followedBy(Buffer.from(html)), REFUSED],
    ['a JPEG followed by an archive', async () => followedBy(emptyZip), REFUSED],
    ['a JPEG that is a script', () => latin1('\xff\xd8\xff\xe0/*JFIF*/=alert(1)'), REFUSED],
    ['a small JPEG of 64250×64250', makeBomb, 'PHOTO_TOO_MANY_PIXELS'],
    [
      'a PNG that declares 51.7 interlaced megapixels of 16 bit',
      () => makeCostlyPng({ hasPixels: false }),
      'PHOTO_TOO_MANY_PIXELS',
    ],
    ['half a JPEG', async () => (await makeJpeg()).subarray(0, 9000), 'PHOTO_BROKEN'],
    ['the header of a JPEG', async () => (await makeJpeg()).subarray(0, 200), 'PHOTO_BROKEN'],
    ['three bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff]), 'PHOTO_BROKEN'],
  ];
  test.each(cases)('%s', async (_, make, code) => {
    const startedAt = performance.now();
    expect(await outcomeOf(store(await make()))).toBe(code);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    await nothingIsKept();
  });

  test('a PNG and a WebP are accepted, and what is transparent in them becomes white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const picture = () =>
      sharp({ create: { width: 64, height: 48, channels: 4, background: clear } });
    for (const bytes of [await picture().png().toBuffer(), await picture().webp().toBuffer()]) {
      const [size] = (await store(bytes)).sizes;
      const { dominant } = await sharp(await fileOf(size?.jpeg ?? '')).stats();
      expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
    }
  });
});

const emptyZip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);

async function quartersOf(bytes: Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const quarters = [1, 3].flatMap((y) => [1, 3].map((x) => ({ x, y })));
  return quarters.map(({ x, y }) => {
    const [row, column] = [Math.floor((info.height * y) / 4), Math.floor((info.width * x) / 4)];
    const at = (row * info.width + column) * info.channels;
    const bits = [0, 1, 2].map((channel) => ((data[at + channel] ?? 0) > 128 ? 1 : 0)).join('');
    return { '100': 'red', '010': 'green', '001': 'blue', '111': 'white' }[bits] ?? bits;
  });
}
