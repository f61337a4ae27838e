import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { dayInNairobi, daysAfter, hourInNairobi } from '#rules/day.ts';
import { STANDING_ORDERS_MAX } from '#standing-orders/rules.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { startStanding } from '#tests/factories/standing.ts';
import { booksOf, makeProvenBuyer } from '#tests/factories/trade.ts';
import { makeLiveMarket, temporaryFolder } from '#tests/hostile/parts/clients.ts';
import { kill, killAll, startServerChild } from '#tests/setup/processes/children.ts';
import { countRows, rowsOf } from '#tests/setup/rows.ts';
import { isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

const BUYERS = 20;
const PROCESSES = 5;
const DAYS_BETWEEN = 12;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

const folder = temporaryFolder();
afterAll(killAll);

test.runIf(isOnPostgres)(
  'the clock of standing orders in five processes with kills places one order for each standing order and day (D138)',
  {
    timeout: 300_000,
  },
  async () => {
    const market = await makeLiveMarket();
    const farm = await makeFarm(market);
    const kale = await makeProduct(market, farm, { quantity: 100_000, price: 50 });
    const lines = [{ productId: kale.id, quantity: 2, ceiling: 60 }];
    for (let buyer = 0; buyer < BUYERS; buyer += 1) {
      const person = await makeProvenBuyer(market, { phoneVerifiedAt: new Date() });
      for (let count = 0; count < STANDING_ORDERS_MAX; count += 1)
        await startStanding(market, person, { lines, weekdays: [...EVERY_DAY] });
    }
    const rules = BUYERS * STANDING_ORDERS_MAX;

    const morning = hourInNairobi(daysAfter(dayInNairobi(new Date()), 1), 6);
    const clockFile = join(folder, 'clock');
    writeFileSync(clockFile, String(Math.ceil((morning.getTime() - Date.now()) / 1000)));
    const clock = new URL('../../e2e/movable-clock.mjs', import.meta.url).href;
    const start = (place: number) =>
      startServerChild({
        DATABASE_URL: testDatabaseUrl(),
        DATA_DIR: join(folder, String(place)),
        MAX_PENDING_ORDERS: '10000',
        NODE_OPTIONS: `--import=${clock}`,
        E2E_CLOCK_FILE: clockFile,
      });
    const countSettled = () =>
      countRows(market.db, 'standing_order_days', sql`status <> 'proposed'`);

    let kills = 0;
    let killAt = DAYS_BETWEEN;
    let isDone = false;
    const live = async (place: number) => {
      while (!isDone) {
        const { child } = await start(place);
        await expect
          .poll(
            async () => {
              const settled = await countSettled();
              isDone ||= settled >= rules;
              if (isDone) return true;
              if (settled < killAt || kills % PROCESSES !== place) return false;
              killAt = settled + DAYS_BETWEEN;
              return true;
            },
            { timeout: 240_000, interval: 5 },
          )
          .toBe(true);
        kills += isDone ? 0 : 1;
        await kill(child);
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, (_, place) => live(place)));

    const days = await rowsOf<{ status: string; orders: number; ordered: number[] }>(
      market.db,
      sql`select status, jsonb_array_length(order_ids) as orders, order_ids as ordered from standing_order_days`,
    );
    expect(days.filter(({ status, orders }) => status !== 'placed' || orders !== 1)).toEqual([]);
    expect(days).toHaveLength(rules);
    expect(new Set(days.flatMap(({ ordered }) => ordered)).size).toBe(rules);
    expect(await countRows(market.db, 'orders')).toBe(rules);
    expect(await booksOf(market, kale.id)).toMatchObject({ reserved: 2 * rules, isBalanced: true });
    expect(kills).toBeGreaterThanOrEqual(PROCESSES);
  },
);
