import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { users } from '#accounts/server/tables/users.ts';
import { PHOTO_WAITING_SECONDS, UNUSED_PHOTO_SECONDS } from '#photos/rules/photo.ts';
import { setProfilePhoto } from '#photos/server/attached-photos.ts';
import { deleteUnneededFiles } from '#photos/server/byte-ledger.ts';
import { sweepPhotos } from '#photos/server/feature.ts';
import type { PhotoStore } from '#photos/server/photo-store.ts';
import { storePhoto } from '#photos/server/store-photos.ts';
import { photos as photosTable } from '#photos/server/tables.ts';
import { editProduct } from '#products/server/edit-product.ts';
import { outboxLanes, startOutbox } from '#server/outbox.ts';
import { makeLargeJpeg } from '#tests/factories/large-photos.ts';
import { uploaded } from '#tests/factories/photos.ts';
import {
  advance,
  caller,
  countRows,
  db,
  eq,
  givenMarket,
  isOnPostgres,
  listPhotoFiles,
  makeFarm,
  makeFarmer,
  makePhoto,
  makeProduct,
  market,
  outcomeOf,
  PASSWORD,
  productForm,
  refused,
  runOutbox,
  type SignedFarmer,
  START,
  services,
  sql,
} from '#tests/setup/in-market.ts';

let farmer: SignedFarmer;
givenMarket();
beforeEach(async () => {
  farmer = await makeFarmer();
});
const sweep = (parts: number[] = []) => sweepPhotos(db, { parts }, services);
const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);

const remaining = async () => ({
  rows: await countRows('photos'),
  files: (await listPhotoFiles()).length,
});

test('an unused photo is deleted after a day, not before; those in use are kept', async () => {
  const used = await makePhoto(farmer, { seed: 1 });
  await makeProduct(farmer, { photoIds: [used.id] });
  const face = await makePhoto(farmer, { seed: 2 });
  await setProfilePhoto(db, { farmerId: farmer.id, photoId: face.id }, START);
  await makePhoto(farmer, { seed: 3 });
  advance(UNUSED_PHOTO_SECONDS);
  await sweep(ALL_PARTS);
  expect(await remaining()).toEqual({ rows: 3, files: 3 });
  advance(1);
  await sweep();
  expect(await remaining()).toEqual({ rows: 2, files: 2 });
});

test('a photo removed from a product is kept for another day', async () => {
  const photo = await makePhoto(farmer);
  const kale = await makeProduct(farmer, { photoIds: [photo.id] });
  advance(10 * UNUSED_PHOTO_SECONDS);
  const edited = { ...productForm(), productId: kale.id, photoIds: [] };
  await editProduct({ ...services, db, user: farmer }, edited);
  await sweep();
  expect(await remaining()).toEqual({ rows: 1, files: 1 });
  advance(UNUSED_PHOTO_SECONDS + 1);
  await sweep();
  expect(await remaining()).toEqual({ rows: 0, files: 0 });
});

test('a picture that another row refers to keeps its files', async () => {
  const first = await makePhoto(farmer);
  advance(UNUSED_PHOTO_SECONDS + 1);
  const second = await makePhoto(farmer);
  expect(second.url).toBe(first.url);
  await sweep(ALL_PARTS);
  expect(await remaining()).toEqual({ rows: 1, files: 1 });
});

test('sweeping photos: files without a row are deleted: those of a deleted account, and of an upload interrupted by a crash', async () => {
  await makePhoto(farmer);
  await db.delete(users).where(eq(users.id, farmer.id));
  expect(await remaining()).toEqual({ rows: 0, files: 1 });
  await sweep(ALL_PARTS);
  expect(await remaining()).toEqual({ rows: 0, files: 0 });
});

test('sweeping photos: uploads left by a dead process are deleted after an hour', async () => {
  const { uploadFolder } = services;
  for (const name of ['left', 'running']) {
    await mkdir(join(uploadFolder, name), { recursive: true });
    await writeFile(join(uploadFolder, name, '0'), 'bytes');
  }
  const longAgo = new Date(START.getTime() - 3601 * 1000);
  await utimes(join(uploadFolder, 'left'), longAgo, longAgo);
  await sweep();
  expect(await listPhotoFiles()).toEqual(['0']);
});

test.runIf(isOnPostgres)(
  'a picture uploaded while it is being swept is complete afterwards',
  async () => {
    const ROUNDS = 40;
    const { photoStore } = services;
    for (let round = 0; round < ROUNDS; round++) {
      const old = await makePhoto(farmer);
      const [row] = await db.select().from(photosTable).where(eq(photosTable.id, old.id));
      await db.delete(photosTable).where(eq(photosTable.id, old.id));
      let isUploaded = false;
      const sweepMeanwhile = async () => {
        while (!isUploaded) await deleteUnneededFiles(db, row?.contentHash ?? '', photoStore);
      };
      const upload = makePhoto(farmer).finally(() => {
        isUploaded = true;
      });
      const [uploaded] = await Promise.all([upload, sweepMeanwhile(), sweepMeanwhile()]);
      expect(await remaining()).toEqual({ rows: 1, files: 1 });
      await db.delete(photosTable).where(eq(photosTable.id, uploaded.id));
    }
  },
);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

async function store(seed = 1) {
  const file = uploaded(await makeLargeJpeg({ seed }));
  return storePhoto(db, { farmerId: farmer.id, file }, services);
}
const countWaiting = () => countRows('photos', sql`state = 'waiting'`);

test('photos that wait to be encoded are encoded once each, however many processes look for them', async () => {
  const puts: string[] = [];
  const real = market.services.photoStore;
  const put: PhotoStore['put'] = (key, file) => {
    puts.push(key);
    return real.put(key, file);
  };
  for (const seed of [1, 2, 3, 4]) await store(seed);
  market.services.photoStore = { ...real, put };
  const { services } = market;
  for (let started = 0; started < (isOnPostgres ? 3 : 1); started += 1) {
    const outbox = startOutbox(db, outboxLanes(services.outbox), market.running());
    stops.push(() => outbox.stop());
  }
  await expect.poll(countWaiting, { timeout: 30_000, interval: 50 }).toBe(0);
  expect(puts).toHaveLength(4);
  expect(new Set(puts).size).toBe(4);
});

test('photos that wait to be encoded are swept with their original after an unused day; used ones are given up a week later', async () => {
  const used = await store(1);
  const { id: productId } = await makeProduct(farmer, { photoIds: [used.id] });
  await store(2);
  advance(UNUSED_PHOTO_SECONDS + 1);
  await sweep();
  expect([await countRows('photos'), (await listPhotoFiles()).length]).toEqual([1, 1]);
  advance(PHOTO_WAITING_SECONDS - UNUSED_PHOTO_SECONDS - 1);
  await sweep(ALL_PARTS);
  expect([await countWaiting(), (await listPhotoFiles()).length]).toEqual([1, 1]);
  advance(1);
  await sweep();
  expect(await countRows('photos', sql`state = 'unreadable'`)).toBe(1);
  expect(await listPhotoFiles()).toEqual([]);
  expect((await caller().market.product({ productId })).photos).toEqual([]);
});

test('photos that wait to be encoded are in the export, and deleted with the account', async () => {
  const photo = await store();
  const asFarmer = caller(farmer);
  const exported = JSON.parse(JSON.stringify(await asFarmer.auth.exportData()));
  expect(exported.farm.photos).toMatchObject([{ id: photo.id, state: 'waiting' }]);
  await asFarmer.auth.deleteAccount({ password: PASSWORD });
  await runOutbox();
  await sweep(ALL_PARTS);
  expect([await countRows('photos'), await listPhotoFiles()]).toEqual([0, []]);
});

test('photos that wait to be encoded leave nothing behind when the account is deleted during encoding', async () => {
  await store();
  const real = services.photoStore;
  let isDeleted = false;
  const put: PhotoStore['put'] = async (key, file) => {
    if (!isDeleted) await caller(farmer).auth.deleteAccount({ password: PASSWORD });
    isDeleted = true;
    return real.put(key, file);
  };
  services.photoStore = { ...real, put };
  await runOutbox();
  expect(isDeleted).toBe(true);
  expect([await countRows('photos'), await listPhotoFiles()]).toEqual([0, []]);
});

const makePhotos = async (count: number) => {
  const photos = [];
  for (let seed = 1; seed <= count; seed++) photos.push(await makePhoto(farmer, { seed }));
  return photos.map(({ id }) => id);
};
const idsOf = ({ photos }: { photos: { id: number }[] }) => photos.map(({ id }) => id);
const edit = (productId: number, photoIds?: number[]) =>
  caller(farmer).farmer.products.edit({
    ...{ ...productForm(), productId },
    ...(photoIds && { photoIds }),
  });

test("a product's photos keep their given order, and are kept by an edit without the field and removed by an empty list", async () => {
  const [first = 0, second = 0, third = 0] = await makePhotos(3);
  const kale = await makeProduct(farmer, { photoIds: [third, first, second] });
  expect(idsOf(kale)).toEqual([third, first, second]);
  const reordered = [second, third, first];
  expect(idsOf(await edit(kale.id, reordered))).toEqual(reordered);
  expect(idsOf(await edit(kale.id))).toEqual(reordered);
  expect(idsOf(await edit(kale.id, []))).toEqual([]);
});

test("a product's photos are at most five, and a repeated id counts once", async () => {
  const six = await makePhotos(6);
  await refused(makeProduct(farmer, { photoIds: six }), 'TOO_MANY_PHOTOS');
  const five = six.slice(0, 5);
  const repeated = [...five, ...five.slice(0, 2)];
  expect(idsOf(await makeProduct(farmer, { photoIds: repeated }))).toEqual(five);
});

test("a product's photos cannot include a stranger's photo: it is not found, and the product is not created", async () => {
  const foreign = await makePhoto(await makeFarm());
  const own = await makePhoto(farmer);
  const photoIds = [own.id, foreign.id];
  const { create, list } = caller(farmer).farmer.products;
  await refused(create({ ...productForm(), photoIds }), 'PHOTO_NOT_FOUND');
  expect(await list({})).toMatchObject({ products: [] });
});

test("a product's photos belong to one product: another of the same farmer cannot take them, nor the profile photo", async () => {
  const [taken = 0, face = 0] = await makePhotos(2);
  const kale = await makeProduct(farmer, { photoIds: [taken] });
  const show = (photoId: number) => setProfilePhoto(db, { farmerId: farmer.id, photoId }, START);
  await show(face);
  for (const photoId of [taken, face])
    await refused(makeProduct(farmer, { photoIds: [photoId] }), 'PHOTO_NOT_FOUND');
  await refused(show(taken), 'PHOTO_NOT_FOUND');
  expect(idsOf(await edit(kale.id))).toEqual([taken]);
});

test.runIf(isOnPostgres)(
  "a product's photos: taken by two products at once, while one of them gives up another, do not deadlock",
  async () => {
    const [first = 0, second = 0] = await makePhotos(2);
    const kale = await makeProduct(farmer, { photoIds: [first] });
    const okra = await makeProduct(farmer, { name: 'Okra' });
    const seen = new Set<string>();
    for (let round = 0; round < 30; round++) {
      const outcomes = await Promise.all([
        outcomeOf(edit(kale.id, [second])),
        outcomeOf(edit(okra.id, [first, second])),
      ]);
      for (const outcome of outcomes) seen.add(outcome);
      await edit(okra.id, []);
      await edit(kale.id, [first]);
    }
    expect([...seen].sort()).toEqual(['PHOTO_NOT_FOUND', 'accepted']);
  },
);
