import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { orderLines, orders } from '../../src/server/db/schema/orders.ts';
import { makeFarm } from '../factories/farms.ts';
import { makeProduct } from '../factories/products.ts';
import { booksOf, makeTestBuyer, orderForm } from '../factories/trade.ts';
import { kill, killAll, startSpeaking } from '../setup/children.ts';
import { type Market, makeMarket } from '../setup/market.ts';
import { report } from '../setup/report.ts';
import { isOnPostgres, testDatabaseUrl } from '../setup/test-database.ts';

/** `npm run hostile` asks for the hundred of the guarantee; a test run for a few. */
const KILLS = Number(process.env.HOSTILE_KILLS ?? 4);
const BUYERS = 6;
/** How many orders are acknowledged between two kills, at least. */
const ORDERS_BETWEEN = 5;

describe.runIf(isOnPostgres)('D42: kill -9 of the server while orders are placed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soko-kills-'));
  afterAll(async () => {
    await killAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const startServer = () =>
    startSpeaking('server-child.ts', {
      ...{
        DATABASE_URL: testDatabaseUrl(),
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        APP_SECRET: 'x'.repeat(40),
        MAX_PENDING_ORDERS: '1000000',
      },
    });

  test(`${KILLS} times: no acknowledged order is lost, none doubled on retry`, { timeout: 600_000 }, async () => {
    const market = await makeMarket();
    // Sessions must hold by the clock of the server that is killed.
    market.services.clock = () => new Date();
    const kale = await makeProduct(market, await makeFarm(market), { quantity: 1_000_000 });
    let server = await startServer();
    const acknowledged = new Map<string, number>();
    const heard = new Set<() => void>();
    let isOver = false;
    let retries = 0;

    const ask = async (path: string, init: { method: string; token: string; body: object; key?: string }) => {
      const response = await fetch(`http://127.0.0.1:${server.word}${path}`, {
        method: init.method,
        headers: {
          ...{ 'content-type': 'application/json', authorization: `Bearer ${init.token}` },
          ...(init.key && { 'idempotency-key': init.key }),
        },
        body: JSON.stringify(init.body),
      });
      return { status: response.status, body: (await response.json()) as { code?: string; orders?: { id: number }[] } };
    };

    /** Orders again and again; whatever is not answered is asked again under the same key, as a phone would. */
    async function buy(token: string, buyer: number) {
      for (let number = 1; !isOver; number += 1) {
        const key = `buyer-${buyer}-order-${number}`;
        await insist(() =>
          ask('/api/buyer/cart', { method: 'PUT', token, body: { lines: [{ productId: kale.id, quantity: 1 }] } }),
        );
        const { status, body } = await insist(() => ask('/api/buyer/orders', { method: 'POST', token, body: orderForm(), key }));
        expect([status, body.code]).toEqual([201, undefined]);
        const [order] = body.orders ?? [];
        if (!order) throw new Error('An order was acknowledged without its number');
        acknowledged.set(key, order.id);
        for (const listener of heard) listener();
      }
    }

    async function insist(request: () => ReturnType<typeof ask>) {
      for (;;) {
        try {
          const answer = await request();
          if (answer.status < 500) return answer;
        } catch {
          // Killed in between: whether it happened is what the retry finds out.
        }
        retries += 1;
        await restarted();
      }
    }

    let restarting: Promise<void> | undefined;
    const restarted = async () => {
      await restarting;
      await new Promise(setImmediate);
    };
    const acknowledgements = (more: number) =>
      new Promise<void>((resolve) => {
        const until = acknowledged.size + more;
        const listener = () => {
          if (acknowledged.size < until) return;
          heard.delete(listener);
          resolve();
        };
        heard.add(listener);
      });

    const buying = [];
    for (let buyer = 1; buyer <= BUYERS; buyer += 1) buying.push(buy((await makeTestBuyer(market)).token, buyer));
    const all = Promise.all(buying);
    for (let kills = 0; kills < KILLS; kills += 1) {
      // Others are on their way at every acknowledgement: the kill meets them wherever they are.
      await Promise.race([acknowledgements(ORDERS_BETWEEN + (kills % 7)), all]);
      restarting = kill(server.child).then(async () => {
        server = await startServer();
      });
      await restarting;
    }
    await Promise.race([acknowledgements(ORDERS_BETWEEN), all]);
    isOver = true;
    await all;
    await kill(server.child);

    await verify(market, { productId: kale.id, acknowledged });
    report('D42', `${KILLS} kills, ${acknowledged.size} orders acknowledged, ${retries} asked again: none lost, none doubled`);
  });
});

type Acknowledged = { productId: number; acknowledged: Map<string, number> };

async function verify(market: Market, { productId, acknowledged }: Acknowledged) {
  const stored = await market.db.select({ id: orders.id }).from(orders);
  const ids = new Set(stored.map(({ id }) => id));
  expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([]);
  // Each key was asked until it was answered, so there is an order for each and no other.
  expect(ids.size).toBe(acknowledged.size);
  expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
  expect((await market.db.select({ id: orderLines.id }).from(orderLines)).length).toBe(acknowledged.size);
  expect(await booksOf(market, productId)).toMatchObject({ reserved: acknowledged.size, isBalanced: true });
}
