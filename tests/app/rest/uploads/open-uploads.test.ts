import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { uploadPieceName } from '#features/photos/rules/photo.ts';
import { createFolderStore } from '#features/photos/server/folder-store.ts';
import { sweepPhotos } from '#features/photos/server/storage/sweep-photos.ts';
import { storePiece } from '#features/photos/server/upload-in-parts.ts';
import { photoPart } from '#tests/factories/forms.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import {
  caller,
  countRows,
  type Farm,
  givenMarket,
  makeFarm,
  makeFarmer,
  market,
  PASSWORD,
  partsOf,
  rowsOf,
  sendForm,
} from '#tests/setup/in-market.ts';
import { listPhotoFiles, photoFolder } from '#tests/setup/photo-folder.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);
const KEY = 'a-key-of-one-photo';

givenMarket();
let farm: Farm;
let parts: ReturnType<typeof partsOf>;
let jpeg: Buffer;
beforeEach(async () => {
  farm = await makeFarm();
  parts = partsOf(farm.token);
  jpeg = await makeJpeg({ width: 400, height: 300 });
});

const begin = async (key?: string) => {
  const { body } = await parts.begin({ length: jpeg.length, ...(key && { key }) });
  return body.upload?.id ?? 0;
};
const storeWhole = (uploadId: number) =>
  storePiece(market.db, { farmerId: farm.id, uploadId, offset: 0, bytes: jpeg }, market.services);
const uploadFiles = async () =>
  (await listPhotoFiles()).filter((name) => name.includes('upload')).length;
const sweep = () => sweepPhotos(market.db, { parts: ALL_PARTS }, market.services);

test('E125: unfinished uploads are one file each, even if they arrive byte by byte', async () => {
  const id = await begin();
  for (let offset = 0; offset < 20; offset += 1)
    await parts.append(id, offset, jpeg.subarray(offset, offset + 1));
  expect((await listPhotoFiles()).length).toBe(1);
  const rows = await rowsOf(sql`select length(bytes) as bytes from upload_parts`);
  expect(rows).toEqual([{ bytes: null }]);
  expect((await parts.append(id, 20, jpeg.subarray(20))).body.photos).toHaveLength(1);
  expect(await uploadFiles()).toBe(0);
});

test('E125: unfinished uploads are refused while the disk is nearly full, and resume later', async () => {
  const id = await begin();
  const full = { keptFreeBytes: Number.MAX_SAFE_INTEGER };
  const store = market.services.photoStore;
  market.services.photoStore = { ...store, ...createFolderStore(photoFolder, full) };
  expect((await parts.begin({ length: jpeg.length })).status).toBe(507);
  expect((await parts.append(id, 0, jpeg)).status).toBe(507);
  const whole = await sendForm('/api/farmer/photos', [photoPart(jpeg)], farm);
  expect(whole.status).toBe(507);
  expect(await listPhotoFiles()).toEqual([]);
  market.services.photoStore = store;
  expect((await parts.append(id, 0, jpeg)).status).toBe(200);
});

test('E125: unfinished uploads are deleted with their files when the account is deleted', async () => {
  const other = await makeFarmer();
  const part = jpeg.subarray(0, 100);
  await partsOf(other.token).begin({ length: jpeg.length, part });
  expect((await listPhotoFiles()).length).toBe(1);
  await caller({ token: other.token }).auth.deleteAccount({ password: PASSWORD });
  expect([await countRows('uploads'), await listPhotoFiles()]).toEqual([0, []]);
});

test('E125: unfinished uploads keep their parts through a sweep, and lose them once finished', async () => {
  const id = await begin();
  await parts.append(id, 0, jpeg.subarray(0, 100));
  const left = {
    bytes: new Uint8Array(jpeg.subarray(0, 100)),
    contentType: 'application/octet-stream',
  };
  for (const uploadId of [id, id + 1])
    await market.services.photoStore.put(uploadPieceName(uploadId, 'left'), left);
  await sweep();
  expect((await listPhotoFiles()).length).toBe(2);
  expect((await parts.append(id, 100, jpeg.subarray(100))).body.photos).toHaveLength(1);
  await sweep();
  expect(await uploadFiles()).toBe(0);
});

test.each([
  [
    'another part arrives',
    (id: number) => parts.append(id, 0, jpeg.subarray(0, 100)),
    (id: number) => parts.append(id, 100, jpeg.subarray(100)),
  ],
  ['they became a photo', storeWhole, () => parts.begin({ length: jpeg.length, key: KEY })],
])(
  'E125: unfinished uploads restart if their files are lost before %s',
  async (_, store, resume) => {
    const id = await begin(KEY);
    await store(id);
    for (const name of await listPhotoFiles()) await rm(join(photoFolder, name.slice(0, 2), name));
    expect((await resume(id)).status).toBe(404);
    const again = await parts.begin({ length: jpeg.length, key: KEY, part: jpeg });
    expect(again).toMatchObject({ status: 201, body: { photos: [{ id: expect.any(Number) }] } });
  },
);
