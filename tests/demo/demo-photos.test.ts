import sharp from 'sharp';
import { DEMO_PHOTO_PIXELS, readDemoPhotos, subjectOf, withDemoPhotos } from '#demo/demo-photos.ts';
import { crops } from '#demo/make-market.ts';
import { createFolderStore } from '#photos/server/photo-store.ts';
import { guessCrop } from '#products/rules/crop-input.ts';
import { emptyPhotoFolder } from '#tests/setup/photo-folder.ts';

const BYTES_MAX = 4_000_000;
const photosOf = (shown: string | null) =>
  readDemoPhotos().filter(({ subject }) => subject === shown);

test('each product of the demo has two photos, except two products without any', () => {
  const names = crops.flatMap((crop) => crop.names);
  const withPhotos = (count: number) =>
    names.filter(
      (name) => photosOf(subjectOf({ name, crop: guessCrop(name)?.id ?? null })).length === count,
    );
  expect(withPhotos(0)).toEqual(['Moringa powder', 'Sisal ropes']);
  expect(withPhotos(2)).toHaveLength(names.length - 2);
});

test('the files have the size that their rows name, and are at most 4 MB in all', async () => {
  const photos = readDemoPhotos();
  for (const { bytes } of photos) {
    const { format, width: widthPixels, height: heightPixels } = await sharp(bytes).metadata();
    const size = { widthPixels, heightPixels };
    expect({ format, ...size }).toEqual({ format: 'webp', ...DEMO_PHOTO_PIXELS });
  }
  expect(photos.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(BYTES_MAX);
});

test('the largest file of a photo is its picture', async () => {
  const store = withDemoPhotos(createFolderStore(emptyPhotoFolder()));
  const [photo] = photosOf('egg');
  if (!photo) throw new Error('There is no photo of eggs');
  const file = await store.get(`${photo.contentHash}-1600.jpg`);
  expect(Buffer.from(file?.bytes ?? []).equals(photo.bytes)).toBe(true);
});
