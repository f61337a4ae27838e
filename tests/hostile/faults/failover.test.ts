import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { asJson, makeLiveMarket } from '#tests/hostile/parts/clients.ts';
import { createInsisting } from '#tests/hostile/parts/insisting.ts';
import { startPayingPhones } from '#tests/hostile/parts/paying-phones.ts';
import { startRetryingBuyers } from '#tests/hostile/parts/retrying-buyers.ts';
import type { Market } from '#tests/setup/market.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import {
  canStartPostgres,
  type OwnPostgres,
  startOwnPostgres,
  startStandby,
} from '#tests/setup/processes/own-postgres.ts';
import { report } from '#tests/setup/report.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const FAILOVERS = Number(process.env.HOSTILE_FAILOVERS ?? 2);
const ORDERS_BETWEEN = 10;
const ORDERS_AFTERWARDS = 13;
const LOOK_AGAIN_MILLISECONDS = 50;
const WITHIN_MILLISECONDS = 10_000;

async function makeSynchronous(primary: OwnPostgres) {
  await primary.askAdmin("alter system set synchronous_standby_names = 'standby'");
  await primary.askAdmin('select pg_reload_conf()');
  const isSynchronous = async () => {
    const states = await primary.askAdmin('select sync_state from pg_stat_replication');
    return states.map((row) => row.sync_state).join() === 'sync';
  };
  await vi.waitUntil(isSynchronous, { timeout: 20_000, interval: LOOK_AGAIN_MILLISECONDS });
}

describe.runIf(isOnPostgres && canStartPostgres)('E77: the loss of the primary', () => {
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let settings: { DATABASE_URL: string; MAX_PENDING_ORDERS: string };
  let connection: Connection;
  let market: Market;
  beforeAll(async () => {
    primary = await startOwnPostgres();
    standby = await startStandby(primary);
    await makeSynchronous(primary);
    const url = `postgres://sokoshamba@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/sokoshamba`;
    settings = { DATABASE_URL: url, MAX_PENDING_ORDERS: '1000000' };
    connection = await connectPostgres(url);
    market = await makeLiveMarket(connection);
  });
  afterAll(async () => {
    await killAll();
    await connection?.close();
    await standby?.remove();
    await primary?.remove();
  });

  /** How many connections servers have, without the one that asks which host is the primary. */
  const connectionsTo = async (server: OwnPostgres) => {
    const [row] = await server.askAdmin(
      `select count(*)::int as number from pg_stat_activity where application_name = 'sokoshamba'`,
    );
    return Number(row?.number);
  };

  test(`${FAILOVERS} times: orders continue within 10 s without a restart, and nothing acknowledged is lost`, {
    timeout: 120_000 + FAILOVERS * 60_000,
  }, async () => {
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 1_000_000 });
    let port = '';
    const recovered = async () => {
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
        if (answer?.status === 200) return;
        await pause(LOOK_AGAIN_MILLISECONDS);
      }
    };
    const insisting = createInsisting({ port: () => port, recovered });
    const phones = await startPayingPhones(market, { insisting, farmerToken: farm.token });
    const server = await startServerChild({ ...settings, ...phones.settings });
    port = server.word;
    const buyers = await startRetryingBuyers(market, { productId, insisting, pay: phones.pay });
    let longest = 0;
    for (let failovers = 0; failovers < FAILOVERS; failovers += 1) {
      await buyers.more(ORDERS_BETWEEN + (failovers % 7));
      const killedAt = performance.now();
      await primary.kill();
      phones.serverIsDown();
      await standby.askAdmin('alter system reset synchronous_standby_names');
      await standby.askAdmin('select pg_reload_conf()');
      await standby.promote();
      await buyers.more(ORDERS_AFTERWARDS);
      longest = Math.max(longest, performance.now() - killedAt);
      // This process creates the buyers, and looks for the primary only twice a second: a former
      // primary that comes back earlier would get them.
      await expect
        .poll(() => connection.ping().then(() => 'follows', String), {
          timeout: WITHIN_MILLISECONDS,
        })
        .toBe('follows');

      const former = primary;
      [primary, standby] = [standby, former];
      // It comes back as a primary, which Patroni would prevent. Both accept writes now, but only
      // the new one gets any.
      former.start();
      await former.isReady();
      await buyers.more(ORDERS_BETWEEN);
      expect(await connectionsTo(former)).toBe(0);
      expect(await connectionsTo(primary)).toBeGreaterThan(0);
      await former.follow(primary);
      await makeSynchronous(primary);
    }
    await buyers.more(ORDERS_BETWEEN);
    await buyers.stop();
    await phones.finish();
    expect(server.child.exitCode).toBe(null);
    await kill(server.child);

    // This process finds its connections to a former primary dead when it next uses them.
    await expect
      .poll(() => phones.sweep().then(() => 'swept', String), { timeout: 30_000 })
      .toBe('swept');
    await buyers.verify();
    await phones.verify();
    expect(longest).toBeLessThan(WITHIN_MILLISECONDS);
    const { orders, retries } = buyers.count();
    const { taken, cancelled } = phones.count();
    report(
      'E77',
      `${FAILOVERS} times the primary was killed and the standby promoted, ${orders} orders acknowledged, ${retries} requests asked again, ${taken} payments taken by M-Pesa and ${cancelled} cancelled: ${ORDERS_AFTERWARDS} more orders within ${(longest / 1000).toFixed(1)} s each time, none lost or doubled, every payment booked once, none written to a former primary that came back`,
    );
  });

  test('an order is not acknowledged before the standby has it', async () => {
    const { id: productId } = await makeProduct(market, await makeFarm(market), { quantity: 50 });
    const { token } = await makeTestBuyer(market);
    await market.caller({ token }).buyer.cart.put({ lines: [{ productId, quantity: 1 }] });
    const { child, word } = await startServerChild(settings);
    const order = asJson({ token, key: freshKey(), body: orderForm() });
    const place = async () =>
      (await fetch(`http://127.0.0.1:${word}/api/buyer/orders`, order)).status;
    standby.freeze();
    expect(await place()).toBe(503);
    standby.thaw();
    await expect.poll(place, { timeout: 10_000 }).toBe(201);
    await kill(child);
  });
});
