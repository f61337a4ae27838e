import { describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeMarket, START, TEST_SECRET } from '#tests/setup/market.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';
import {
  cardsNow,
  changeOne,
  dataOf,
  listOf,
  makeProducts,
  pathOf,
} from './parts/changing-lists.ts';

describe.runIf(isOnPostgres)('E75: two processes', () => {
  test('random changes in either: each reads its own at once and the other’s within two seconds, as the database has them', {
    // While other tests run, 150 rounds through two processes take more than the usual minute and a
    // half.
    timeout: 240_000,
  }, async () => {
    const market = await makeMarket();
    // The other process goes by the real time.
    market.advance((Date.now() - START.getTime()) / 1000);
    const farm = await makeFarm(market);
    const ids = await makeProducts(market, farm, 6);
    const settings = { DATABASE_URL: testDatabaseUrl(), APP_SECRET: TEST_SECRET };
    const { child, word } = await startServerChild(settings);
    const there = `http://127.0.0.1:${word}`;
    const readHere = async (path: string) => (await market.app.request(path)).text();
    const readThere = async (path: string) => (await fetch(there + path)).text();
    let rounds = 0;
    let slowest = 0;
    try {
      for (let round = 0; round < 150; round++) {
        const input = listOf(round);
        const path = pathOf('market.products', input);
        // Both have it in memory, if they keep anything.
        await Promise.all([readHere(path), readThere(path)]);
        const isHere = round % 3 !== 0;
        const isEdited = await changeOne(
          { db: market.db, token: farm.token, ids, round },
          (request) =>
            isHere
              ? market.app.request('/trpc/farmer.products.edit', request)
              : fetch(`${there}/trpc/farmer.products.edit`, request),
        );
        if (isEdited) {
          const now = await cardsNow(market.db, input, market.services);
          expect(dataOf(await (isHere ? readHere : readThere)(path))).toEqual(now);
        }
        const now = await cardsNow(market.db, input, market.services);
        const changedAt = performance.now();
        for (const read of [readHere, readThere]) {
          await expect
            .poll(async () => dataOf(await read(path)), { timeout: 2000, interval: 2 })
            .toEqual(now);
        }
        slowest = Math.max(slowest, performance.now() - changedAt);
        rounds += 1;
      }
    } finally {
      await kill(child);
    }
    report(
      'E75',
      `${rounds} random changes in two processes: each read at once where it was made, elsewhere after ${Math.ceil(slowest)} ms at most`,
    );
  });
});
