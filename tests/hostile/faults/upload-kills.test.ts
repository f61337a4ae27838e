import { join } from 'node:path';
import { makeFarm } from '#tests/factories/farms.ts';
import { beginHeaders, partHeaders } from '#tests/factories/parts.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';
import { bearer, makeLiveMarket, temporaryFolder } from '#tests/hostile/parts/clients.ts';
import type { Market } from '#tests/setup/market.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { countRows } from '#tests/setup/rows.ts';
import { type ObjectStore, startObjectStore } from '#tests/setup/servers/object-store.ts';
import { startRoundRobin } from '#tests/setup/servers/round-robin.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const KILLS = 8;
const PHOTOS = 6;

type Answer = { upload: { id: number; offset: number }; photos?: { id: number; url: string }[] };

describe.runIf(isOnPostgres)('E90: photos in parts, and servers that end', () => {
  const folder = temporaryFolder();
  let market: Market;
  let store: ObjectStore;
  let token: string;
  beforeAll(async () => {
    market = await makeLiveMarket();
    store = await startObjectStore();
    ({ token } = await makeFarm(market));
  });
  afterAll(async () => {
    await killAll();
    await store?.close();
  });

  const startServer = (name: string) =>
    startServerChild({
      DATABASE_URL: testDatabaseUrl(),
      DATA_DIR: join(folder, name),
      PHOTO_STORE_URL: store.url,
      TRUSTED_PROXIES: '127.0.0.1',
    });
  const begin = async (origin: string, begun: Parameters<typeof beginHeaders>[0]) => {
    const headers = { ...beginHeaders(begun), ...bearer(token) };
    const answer = await fetch(`${origin}/api/farmer/uploads`, { method: 'POST', headers });
    return ((await answer.json()) as Answer).upload;
  };
  const patch = (origin: string, id: number, offset: number, part: Buffer) =>
    fetch(`${origin}/api/farmer/uploads/${id}`, {
      method: 'PATCH',
      headers: { ...partHeaders(offset, part), ...bearer(token) },
      body: new Uint8Array(part),
    });

  test('kill -9 between and during parts: every acknowledged byte is there afterwards', {
    timeout: 180_000,
  }, async () => {
    const jpeg = await makeJpeg({ width: 1600, height: 1200, seed: 77 });
    const step = Math.ceil(jpeg.length / KILLS);
    let acknowledged = 0;
    let photos: Answer['photos'];
    for (let round = 0; round <= KILLS && !photos; round += 1) {
      const { child, word: port } = await startServer('killed');
      const origin = `http://127.0.0.1:${port}`;
      const { id, offset } = await begin(origin, { length: jpeg.length, key: 'one-photo' });
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      const end = round === KILLS ? jpeg.length : Math.min(offset + step, jpeg.length - 1);
      const answer = await patch(origin, id, offset, jpeg.subarray(offset, end));
      if (answer.status === 204) acknowledged = Number(answer.headers.get('upload-offset'));
      else ({ photos } = (await answer.json()) as Answer);
      const next = jpeg.subarray(acknowledged, acknowledged + 100);
      if (!photos) void patch(origin, id, acknowledged, next).catch(() => {});
      await kill(child);
    }
    expect(photos).toHaveLength(1);
    expect(await countRows(market.db, 'photos')).toBe(1);
    expect(await countRows(market.db, 'upload_parts')).toBe(0);
  });

  test('parts sent to two servers in turn make one photo each', {
    timeout: 120_000,
  }, async () => {
    const before = await countRows(market.db, 'photos');
    const proxy = await startRoundRobin([
      (await startServer('one')).word,
      (await startServer('two')).word,
    ]);
    const send = async (seed: number) => {
      const jpeg = await makeJpeg({ width: 800, height: 600, seed });
      const { id } = await begin(proxy.url, { length: jpeg.length });
      let offset = 0;
      let photos: Answer['photos'];
      while (!photos) {
        const part = jpeg.subarray(offset, offset + 20_000);
        const answers = await Promise.all([
          patch(proxy.url, id, offset, part),
          patch(proxy.url, id, offset, part),
        ]);
        const statuses = answers.map(({ status }) => status);
        offset += part.length;
        if (offset < jpeg.length) expect(statuses.sort()).toEqual([204, 409]);
        else
          for (const answer of answers)
            photos ??= ((await answer.json()) as Partial<Answer>).photos;
      }
      return photos;
    };
    const sent = await Promise.all(Array.from({ length: PHOTOS }, (_, seed) => send(seed)));
    await proxy.close();
    expect(new Set(sent.flat().map(({ id }) => id)).size).toBe(PHOTOS);
    expect((await countRows(market.db, 'photos')) - before).toBe(PHOTOS);
  });
});
