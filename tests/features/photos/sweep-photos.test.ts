import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#features/accounts/server/tables/users.ts';
import { UNUSED_PHOTO_SECONDS } from '#features/photos/rules/limits.ts';
import { setProfilePhoto } from '#features/photos/server/attach-photos.ts';
import { deleteUnneededFiles } from '#features/photos/server/storage/delete-unneeded-files.ts';
import { sweepPhotos } from '#features/photos/server/storage/sweep-photos.ts';
import { photos as photosTable } from '#features/photos/server/tables.ts';
import { editProduct } from '#features/products/server/edit-product.ts';
import { makeFarmer } from '#tests/factories/people.ts';
import { makePhoto } from '#tests/factories/photos.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { report } from '#tests/setup/report.ts';
import { countRows } from '#tests/setup/rows.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);

describe('sweeping photos', () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarmer>>;
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarmer(market);
  });

  const sweep = (parts: number[] = []) => sweepPhotos(market.db, { parts }, market.services);
  const remaining = async () => ({
    rows: await countRows(market.db, 'photos'),
    files: (await listPhotoFiles()).length,
  });

  test('an unused photo is deleted after a day, not before; those in use are kept', async () => {
    const used = await makePhoto(market, farmer, { seed: 1 });
    await makeProduct(market, farmer, { photoIds: [used.id] });
    const face = await makePhoto(market, farmer, { seed: 2 });
    await setProfilePhoto(market.db, { farmerId: farmer.id, photoId: face.id }, START);
    await makePhoto(market, farmer, { seed: 3 });
    market.advance(UNUSED_PHOTO_SECONDS);
    await sweep(ALL_PARTS);
    expect(await remaining()).toEqual({ rows: 3, files: 18 });
    market.advance(1);
    await sweep();
    expect(await remaining()).toEqual({ rows: 2, files: 12 });
  });

  test('a photo removed from a product is kept for another day', async () => {
    const photo = await makePhoto(market, farmer);
    const kale = await makeProduct(market, farmer, { photoIds: [photo.id] });
    market.advance(10 * UNUSED_PHOTO_SECONDS);
    await editProduct(
      market.db,
      { ...productForm(), farmerId: farmer.id, productId: kale.id, photoIds: [] },
      market.services,
    );
    await sweep();
    expect(await remaining()).toEqual({ rows: 1, files: 6 });
    market.advance(UNUSED_PHOTO_SECONDS + 1);
    await sweep();
    expect(await remaining()).toEqual({ rows: 0, files: 0 });
  });

  test('a picture that another row refers to keeps its files', async () => {
    const first = await makePhoto(market, farmer);
    market.advance(UNUSED_PHOTO_SECONDS + 1);
    const second = await makePhoto(market, farmer);
    expect(second.url).toBe(first.url);
    await sweep(ALL_PARTS);
    expect(await remaining()).toEqual({ rows: 1, files: 6 });
  });

  test('files without a row are deleted: those of a deleted account, and of an upload interrupted by a crash', async () => {
    await makePhoto(market, farmer);
    await market.db.delete(users).where(eq(users.id, farmer.id));
    expect(await remaining()).toEqual({ rows: 0, files: 6 });
    await sweep(ALL_PARTS);
    expect(await remaining()).toEqual({ rows: 0, files: 0 });
  });

  test('uploads left by a dead process are deleted after an hour', async () => {
    const { uploadFolder } = market.services;
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
      for (let round = 0; round < ROUNDS; round++) {
        const old = await makePhoto(market, farmer);
        const [row] = await market.db.select().from(photosTable).where(eq(photosTable.id, old.id));
        await market.db.delete(photosTable).where(eq(photosTable.id, old.id));
        let isUploaded = false;
        const sweepMeanwhile = async () => {
          while (!isUploaded)
            await deleteUnneededFiles(
              market.db,
              row?.contentHash ?? '',
              market.services.photoStore,
            );
        };
        const upload = makePhoto(market, farmer).finally(() => {
          isUploaded = true;
        });
        const [uploaded] = await Promise.all([upload, sweepMeanwhile(), sweepMeanwhile()]);
        expect(await remaining()).toEqual({ rows: 1, files: 6 });
        await market.db.delete(photosTable).where(eq(photosTable.id, uploaded.id));
      }
      report(
        'C25',
        `a picture uploaded again during its sweep was whole in ${ROUNDS} of ${ROUNDS} rounds`,
      );
    },
  );
});
