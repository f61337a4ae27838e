import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PHOTO_WAITING_SECONDS, UNUSED_PHOTO_SECONDS } from '#features/photos/rules/limits.ts';
import type { PhotoStore } from '#features/photos/server/photo-store.ts';
import { storePhoto } from '#features/photos/server/pictures/store-photo.ts';
import { sweepPhotos } from '#features/photos/server/storage/sweep-photos.ts';
import { outboxLanes } from '#platform/server/outbox/lanes.ts';
import { startOutbox } from '#platform/server/outbox/start-outbox.ts';
import { makeLargeJpeg } from '#tests/factories/large-photos.ts';
import { makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { uploaded } from '#tests/factories/photos.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { alwaysLive, type Market, makeMarket } from '#tests/setup/market.ts';
import { listPhotoFiles } from '#tests/setup/photo-folder.ts';
import { countRows } from '#tests/setup/rows.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);

describe('photos that wait to be encoded', () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarmer>>;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarmer(market);
  });
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });

  const store = async (seed = 1) =>
    storePhoto(
      market.db,
      { farmerId: farm.id, file: uploaded(await makeLargeJpeg({ seed })) },
      market.services,
    );
  const sweep = (parts: number[] = []) => sweepPhotos(market.db, { parts }, market.services);
  const countWaiting = () => countRows(market.db, 'photos', sql`state = 'waiting'`);

  test('are encoded once each, however many processes look for them', async () => {
    const puts: string[] = [];
    const real = market.services.photoStore;
    const put: PhotoStore['put'] = (key, file) => {
      puts.push(key);
      return real.put(key, file);
    };
    for (const seed of [1, 2, 3, 4]) await store(seed);
    market.services.photoStore = { ...real, put };
    for (let started = 0; started < (isOnPostgres ? 3 : 1); started += 1) {
      const outbox = startOutbox(market.db, outboxLanes(market.services.outbox), {
        ...market.services,
        live: alwaysLive,
      });
      stops.push(() => outbox.stop());
    }
    await expect.poll(countWaiting, { timeout: 30_000, interval: 50 }).toBe(0);
    expect(puts).toHaveLength(4 * 6);
    expect(new Set(puts).size).toBe(4 * 6);
  });

  test('are swept with their original after an unused day; used ones are given up a week later', async () => {
    const used = await store(1);
    const { id: productId } = await makeProduct(market, farm, { photoIds: [used.id] });
    await store(2);
    market.advance(UNUSED_PHOTO_SECONDS + 1);
    await sweep();
    expect([await countRows(market.db, 'photos'), (await listPhotoFiles()).length]).toEqual([1, 1]);
    market.advance(PHOTO_WAITING_SECONDS - UNUSED_PHOTO_SECONDS - 1);
    await sweep(ALL_PARTS);
    expect([await countWaiting(), (await listPhotoFiles()).length]).toEqual([1, 1]);
    market.advance(1);
    await sweep();
    expect([
      await countRows(market.db, 'photos', sql`state = 'unreadable'`),
      await listPhotoFiles(),
    ]).toEqual([1, []]);
    expect((await market.caller().market.product({ productId })).photos).toEqual([]);
  });

  test('are in the export, and deleted with the account', async () => {
    const photo = await store();
    const asFarmer = market.caller(farm);
    const exported = JSON.parse(JSON.stringify(await asFarmer.auth.exportData()));
    expect(exported.farm.photos).toMatchObject([{ id: photo.id, state: 'waiting' }]);
    await asFarmer.auth.deleteAccount({ password: PASSWORD });
    await market.workThroughOutbox();
    await sweep(ALL_PARTS);
    expect([await countRows(market.db, 'photos'), await listPhotoFiles()]).toEqual([0, []]);
  });

  test('leave nothing behind when the account is deleted during encoding', async () => {
    await store();
    const real = market.services.photoStore;
    let isDeleted = false;
    const put: PhotoStore['put'] = async (key, file) => {
      if (!isDeleted) await market.caller(farm).auth.deleteAccount({ password: PASSWORD });
      isDeleted = true;
      return real.put(key, file);
    };
    market.services.photoStore = { ...real, put };
    await market.workThroughOutbox();
    expect([isDeleted, await countRows(market.db, 'photos'), await listPhotoFiles()]).toEqual([
      true,
      0,
      [],
    ]);
  });
});
