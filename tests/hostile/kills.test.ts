import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFarm } from '../factories/farms.ts';
import { makeProduct } from '../factories/products.ts';
import { kill, killAll, startSpeaking } from '../setup/children.ts';
import { makeMarket } from '../setup/market.ts';
import { report } from '../setup/report.ts';
import { isOnPostgres, testDatabaseUrl } from '../setup/test-database.ts';
import { startRetryingBuyers } from './retrying-buyers.ts';

/** `npm run hostile` asks for the hundred of the guarantee; a test run for a few. */
const KILLS = Number(process.env.HOSTILE_KILLS ?? 4);
/** How many orders are acknowledged between two kills, at least. */
const ORDERS_BETWEEN = 5;

describe.runIf(isOnPostgres)('E42: kill -9 of the server while orders are placed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soko-kills-'));
  afterAll(async () => {
    await killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const startServer = () =>
    startSpeaking('server-child.ts', {
      ...{ DATABASE_URL: testDatabaseUrl(), DATA_DIR: folder, LOG_LEVEL: 'silent', APP_SECRET: 'x'.repeat(40) },
      MAX_PENDING_ORDERS: '1000000',
    });

  test(`${KILLS} times: no acknowledged order is lost, none doubled on retry`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
    const market = await makeMarket();
    // Sessions must hold by the clock of the server that is killed.
    market.services.clock = () => new Date();
    const { id: productId } = await makeProduct(market, await makeFarm(market), { quantity: 1_000_000 });
    let server = await startServer();
    let restarting: Promise<void> | undefined;
    const recovered = async () => {
      await restarting;
      await new Promise(setImmediate);
    };
    const buyers = await startRetryingBuyers(market, { productId, port: () => server.word, recovered });
    for (let kills = 0; kills < KILLS; kills += 1) {
      await buyers.more(ORDERS_BETWEEN + (kills % 7));
      restarting = kill(server.child).then(async () => {
        server = await startServer();
      });
      await restarting;
    }
    await buyers.more(ORDERS_BETWEEN);
    await buyers.stop();
    await kill(server.child);

    await buyers.verify();
    const { orders, retries } = buyers.count();
    expect(orders).toBeGreaterThanOrEqual((KILLS + 1) * ORDERS_BETWEEN);
    report(
      'E42',
      `${KILLS} kills of the server, ${orders} orders acknowledged, ${retries} requests asked again: none lost, none doubled`,
    );
  });
});
