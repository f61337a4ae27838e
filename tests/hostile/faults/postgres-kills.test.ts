import { setTimeout as pause } from 'node:timers/promises';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeLiveMarket } from '#tests/hostile/parts/clients.ts';
import { createInsisting } from '#tests/hostile/parts/insisting.ts';
import { startRetryingBuyers } from '#tests/hostile/parts/retrying-buyers.ts';
import { kill, startServerChild } from '#tests/setup/processes/children.ts';
import { canStartPostgres, startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const KILLS = Number(process.env.HOSTILE_POSTGRES_KILLS ?? 3);
const ORDERS_BETWEEN = 5;
const LOOK_AGAIN_MILLISECONDS = 50;

test.runIf(isOnPostgres && canStartPostgres)(
  `E42: kill -9 of Postgres during orders ${KILLS} times: no acknowledged order is lost, none is doubled on retry`,
  {
    timeout: 60_000 + KILLS * 20_000,
  },
  async () => {
    const database = await startOwnPostgres();
    onTestFinished(database.remove);
    const connection = await connectPostgres(database.url);
    onTestFinished(() => connection.close());
    const settings = { DATABASE_URL: database.url, MAX_PENDING_ORDERS: '1000000' };
    const { child, word: port } = await startServerChild(settings);
    onTestFinished(() => kill(child));
    const market = await makeLiveMarket(connection);
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1_000_000 });
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
    const recovered = async () => {
      while (!(await isReady())) await pause(LOOK_AGAIN_MILLISECONDS);
    };
    const insisting = createInsisting({ port: () => port, recovered });
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
      .poll(() => connection.ping().then(() => 'back', String), { timeout: 20_000 })
      .toBe('back');
    await buyers.verify();
    const { orders, retries } = buyers.count();
    expect(orders).toBeGreaterThanOrEqual((KILLS + 1) * ORDERS_BETWEEN);
    report(
      'E42',
      `${KILLS} kills of Postgres, ${orders} orders acknowledged, ${retries} requests asked again: none lost, none doubled`,
    );
  },
);
