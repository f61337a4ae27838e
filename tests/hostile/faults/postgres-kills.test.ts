import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { createInsisting } from '#tests/hostile/parts/insisting.ts';
import { startRetryingBuyers } from '#tests/hostile/parts/retrying-buyers.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const KILLS = Number(process.env.HOSTILE_POSTGRES_KILLS ?? 3);
const ORDERS_BETWEEN = 5;
const LOOK_AGAIN_MILLISECONDS = 50;

describe.runIf(isOnPostgres && canStartPostgres)(
  'E42: kill -9 of Postgres while orders are placed',
  () => {
    let database: Awaited<ReturnType<typeof startOwnPostgres>>;
    let connection: Connection;
    let server: Awaited<ReturnType<typeof startServerChild>>;
    beforeAll(async () => {
      database = await startOwnPostgres();
      connection = await connectPostgres(database.url);
      server = await startServerChild({
        DATABASE_URL: database.url,
        MAX_PENDING_ORDERS: '1000000',
      });
    });
    afterAll(async () => {
      await kill(server.child);
      await connection.close();
      await database.remove();
    });

    const isReady = async () =>
      (await fetch(`http://127.0.0.1:${server.word}/readyz`)).status === 200;

    test(`${KILLS} times: no acknowledged order is lost, none is doubled on retry`, {
      timeout: 60_000 + KILLS * 20_000,
    }, async () => {
      const market = await makeMarket(connection);
      market.services.clock = () => new Date();
      const { id: productId } = await makeProduct(market, await makeFarm(market), {
        quantity: 1_000_000,
      });
      const recovered = async () => {
        while (!(await isReady())) await pause(LOOK_AGAIN_MILLISECONDS);
      };
      const insisting = createInsisting({ port: () => server.word, recovered });
      const buyers = await startRetryingBuyers(market, { productId, insisting });
      for (let kills = 0; kills < KILLS; kills += 1) {
        await buyers.more(ORDERS_BETWEEN + (kills % 7));
        await database.kill();
        database.start();
        await database.isReady();
      }
      await buyers.more(ORDERS_BETWEEN);
      await buyers.stop();

      await expect
        .poll(
          () =>
            connection.ping().then(
              () => true,
              () => false,
            ),
          { timeout: 20_000 },
        )
        .toBe(true);
      await buyers.verify();
      const { orders, retries } = buyers.count();
      expect(orders).toBeGreaterThanOrEqual((KILLS + 1) * ORDERS_BETWEEN);
      report(
        'E42',
        `${KILLS} kills of Postgres, ${orders} orders acknowledged, ${retries} requests asked again: none lost, none doubled`,
      );
    });
  },
);
