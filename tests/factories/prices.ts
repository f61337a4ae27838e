import { sql } from 'drizzle-orm';
import { rollUpPrices } from '#prices/server/roll-up-prices.ts';
import { priceObservations } from '#prices/server/tables.ts';
import { dayInNairobi } from '#rules/day.ts';
import type { Market } from '#tests/setup/market.ts';
import { rowsOf } from '#tests/setup/rows.ts';

type Observation = Partial<typeof priceObservations.$inferInsert>;

export async function observe(market: Market, given: readonly Observation[]) {
  const now = market.services.clock();
  const rows = given.map((row) => ({
    kind: 'asked' as const,
    crop: 'tomato',
    county: 'Nyeri',
    day: dayInNairobi(now),
    pricePerKgCents: 5000,
    quantityKg: 10,
    farmId: 1,
    createdAt: now,
    ...row,
  }));
  // A statement takes at most 65,533 values.
  for (let from = 0; from < rows.length; from += 2000) {
    await market.db.insert(priceObservations).values(rows.slice(from, from + 2000));
  }
}

export const observeFarms = (
  market: Market,
  prices: readonly number[],
  observation: Observation = {},
) =>
  observe(
    market,
    prices.map((price, at) => ({
      farmId: at + 1,
      ...(observation.kind === 'paid' && { buyerId: 1001 + at, orderId: 1 + at }),
      ...observation,
      pricePerKgCents: Math.round(price * 100),
    })),
  );

export const rollUp = (market: Market, isFromScratch = false) =>
  rollUpPrices(market.db, { isFromScratch }, market.services);

export const cellsOf = (market: Market) =>
  rowsOf(
    market.db,
    sql`select *, first_day::text as monday from price_cells order by kind, crop, period, county, price_cells.first_day`,
  );
