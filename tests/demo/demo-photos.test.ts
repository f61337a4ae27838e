import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DEMO_PHOTO_PIXELS, readDemoPhotos, subjectOf, withDemoPhotos } from '#demo/demo-photos.ts';
import { crops } from '#demo/seed/make-product.ts';
import { createFolderStore } from '#photos/server/photo-store.ts';
import { guessCrop } from '#products/rules/guess-crop.ts';
import { emptyPhotoFolder, listPhotoFiles } from '#tests/setup/photo-folder.ts';

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

test('a size is encoded when it is first requested, and then stored; an unknown photo is not found', async () => {
  const folderStore = createFolderStore(emptyPhotoFolder());
  const store = withDemoPhotos(folderStore);
  const [photo] = photosOf('egg');
  if (!photo) throw new Error('There is no photo of eggs');
  const [small, whole] = [`${photo.contentHash}-320.jpg`, `${photo.contentHash}-800.webp`];
  expect([await store.exists(small), await listPhotoFiles()]).toEqual([true, []]);
  const file = await store.get(small);
  const { format, width, height } = await sharp(file?.bytes).metadata();
  expect([file?.contentType, format, width, height]).toEqual(['image/jpeg', 'jpeg', 320, 240]);
  expect(Buffer.from((await store.get(whole))?.bytes ?? []).equals(photo.bytes)).toBe(true);
  expect(await listPhotoFiles()).toEqual([small, whole]);
  const unknown = `${'a'.repeat(64)}-320.webp`;
  expect([await store.exists(unknown), await store.get(unknown)]).toEqual([false, null]);
  expect((await folderStore.get(small))?.bytes).toHaveLength(file?.bytes.length ?? 0);
});
