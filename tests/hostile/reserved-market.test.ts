import { and, asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { seedMarket } from '#demo/seed/seed-market.ts';
import { CART_LINES_MAX, RESERVED_BY_UNPROVEN_MIN_KES } from '#features/orders/rules/limits.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { isOffered } from '#features/products/server/offered-queries.ts';
import { products } from '#features/products/server/tables.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { freshKey, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const isLong = Number(process.env.HOSTILE_LOAD_SECONDS ?? 5) >= 600;
const SIZE = isLong ? { farms: 300, products: 12_000 } : { farms: 30, products: 1200 };
const MAILBOXES = isLong ? 15 : 5;
const HOUR = 3600;

type Stock = { id: number; farmId: number; quantity: number; priceCents: number };
/** How much of any product a new buyer may take. */
const usualOf = ({ priceCents }: Stock) =>
  Math.max(1, Math.floor((RESERVED_BY_UNPROVEN_MIN_KES * 100) / priceCents));
const readStock = (market: Market): Promise<Stock[]> =>
  market.db
    .select({
      id: products.id,
      farmId: products.farmerId,
      quantity: products.quantity,
      priceCents: products.priceCents,
    })
    .from(products)
    .where(and(isOffered(dayInNairobi(market.services.clock())), eq(products.isInStock, true)))
    .orderBy(asc(products.farmerId), asc(products.id));

describe.runIf(isOnPostgres)('D114: mailboxes that reserve the market', () => {
  test(`${MAILBOXES} of them, ${SIZE.farms} farms`, { timeout: 600_000 }, async () => {
    const market = await makeMarket();
    market.services.limits.maxPendingOrders = 20;
    await seedMarket(market.db, SIZE, { now: market.services.clock(), passwordHash: 'none' });
    const before = await readStock(market);
    const farmIds = [...new Set(before.map(({ farmId }) => farmId))];
    const farms = farmIds.map((id) => before.filter(({ farmId }) => farmId === id));
    const outcomes: string[] = [];

    /** Takes all that a farm has, or, if that is refused, all that a new buyer may have. */
    async function take(token: string, offered: Stock[]): Promise<string> {
      const { buyer } = market.caller({ token });
      const wants = [
        ({ quantity }: Stock) => quantity,
        (product: Stock) =>
          Math.max(
            1,
            Math.floor(product.quantity / 4),
            Math.min(product.quantity, usualOf(product)),
          ),
        ({ quantity }: Stock) => Math.max(1, Math.floor(quantity / 4)),
      ];
      let [outcome, count] = ['', CART_LINES_MAX];
      for (let at = 0; at < wants.length && count > 0; ) {
        const lines = offered
          .slice(0, count)
          .map((product) => ({ productId: product.id, quantity: wants[at]?.(product) ?? 1 }));
        await buyer.cart.put({ lines });
        outcome = await outcomeOf(
          buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() }),
        );
        if (outcome === 'ORDER_TOO_LARGE') count = Math.floor(count / 2);
        else if (outcome === 'UNPROVEN_QUANTITY') at += 1;
        else break;
      }
      outcomes.push(outcome);
      return outcome;
    }

    const countReserving = () =>
      countRows(market.db, 'orders', sql`status = 'pending' and stock_released_at is null`);

    let next = 0;
    const mailboxes = await Promise.all(
      Array.from({ length: MAILBOXES }, () => makeTestBuyer(market)),
    );
    await Promise.all(
      mailboxes.map(async ({ token }) => {
        for (let tried = 0; tried < 25; tried += 1) {
          const outcome = await take(token, farms[next++ % farms.length] ?? []);
          if (outcome.startsWith('TOO_MANY')) return;
        }
      }),
    );
    const left = new Map((await readStock(market)).map(({ id, quantity }) => [id, quantity]));
    const gone = before.filter(({ id }) => !left.has(id));
    const sum = (rows: Stock[]) => rows.reduce((total, { quantity }) => total + quantity, 0);
    const reserved =
      sum(before) - [...left.values()].reduce((total, quantity) => total + quantity, 0);
    report(
      'D114',
      `${MAILBOXES} mailboxes, ${before.length} products of ${farms.length} farms: ${tally(outcomes)}; ` +
        `${((100 * reserved) / sum(before)).toFixed(1)} % of the stock reserved, ${gone.length} products with nothing left`,
    );
    const large = before.filter((product) => product.quantity > 2 * usualOf(product));
    expect(large.length).toBeGreaterThan(0);
    for (const { id, quantity } of large)
      expect(left.get(id) ?? 0).toBeGreaterThanOrEqual(quantity / 2 - 0.01);
    expect(reserved / sum(before)).toBeLessThan(0.25);

    market.advance(HOUR);
    for (let round = 0; (await countReserving()) > 0 && round < 20; round += 1) {
      await runOrderClock(market.db, market.services);
    }
    expect(sum(await readStock(market))).toBeCloseTo(sum(before), 2);
    report('D114', 'an hour later nothing is reserved');
  });
});
