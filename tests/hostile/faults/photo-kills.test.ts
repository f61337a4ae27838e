import { sql } from 'drizzle-orm';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeLargeJpeg } from '#tests/factories/large-photos.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeLiveMarket, temporaryFolder, uploadPhoto } from '#tests/hostile/parts/clients.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { countRows } from '#tests/setup/rows.ts';
import { type ObjectStore, startObjectStore } from '#tests/setup/servers/object-store.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const PHOTOS = 4;

describe.runIf(isOnPostgres)('E42: kill -9 of a server that has answered uploads', () => {
  const folder = temporaryFolder();
  let store: ObjectStore;
  afterAll(async () => {
    await killAll();
    await store?.close();
  });

  test('every acknowledged photo appears after a restart, and no original remains', {
    timeout: 120_000,
  }, async () => {
    const market = await makeLiveMarket();
    store = await startObjectStore();
    const farm = await makeFarm(market);
    const startServer = () =>
      startServerChild({
        DATABASE_URL: testDatabaseUrl(),
        DATA_DIR: folder,
        PHOTO_STORE_URL: store.url,
      });
    const upload = async (port: string, seed: number) =>
      uploadPhoto(`http://127.0.0.1:${port}`, farm.token, await makeLargeJpeg({ seed }));

    const first = await startServer();
    const photos = (
      await Promise.all(Array.from({ length: PHOTOS }, (_, seed) => upload(first.word, seed)))
    ).flat();
    await kill(first.child);
    const waiting = await countRows(market.db, 'photos', sql`state = 'waiting'`);
    expect(waiting).toBeGreaterThan(0);
    await market.db.execute(sql`update outbox_messages set available_at = now()`);
    await makeProduct(market, farm, { photoIds: photos.map(({ id }) => id) });

    const { word: port } = await startServer();
    for (const { url } of photos) {
      const statusOf = async () => (await fetch(`http://127.0.0.1:${port}${url}`)).status;
      await expect.poll(statusOf, { timeout: 60_000, interval: 100 }).toBe(200);
    }
    await expect
      .poll(() => countRows(market.db, 'outbox_messages'), { timeout: 20_000, interval: 50 })
      .toBe(0);
    expect(await countRows(market.db, 'photos', sql`state = 'ready'`)).toBe(PHOTOS);
    expect(
      [...store.objects.keys()].filter((key) => !/^[0-9a-f]{64}-\d+\.(jpg|webp|avif)$/.test(key)),
    ).toEqual([]);
    report(
      'E42',
      `${waiting} of ${PHOTOS} large photos waited when the server was killed: all appeared after the restart`,
    );
  });
});
