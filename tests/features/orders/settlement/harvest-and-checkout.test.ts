import { beforeEach, expect, test } from 'vitest';
import type { StockLine } from '#features/products/server/stock-queries.ts';
import { isStockRefused, takeAcceptedStock } from '#features/products/server/stock-queries.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makePreOrder } from '#tests/factories/products.ts';
import { booksOf } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

let market: Market;
let farm: { id: number; token: string };
let kale: { id: number };
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
  kale = await makePreOrder(market, farm);
});

/** Takes stock as a checkout does after it has read the product with this deposit. */
async function take(depositPercent: number | null): Promise<boolean> {
  const line: StockLine = { productId: kale.id, quantity: 10, unit: 'kg' };
  const lines = [{ ...line, priceCents: 5000, netWeightKg: null, depositPercent }];
  try {
    await takeAcceptedStock(market.db, { lines, today: dayInNairobi(market.services.clock()) });
    return true;
  } catch (error) {
    if (!isStockRefused(error)) throw error;
    return false;
  }
}

test('a checkout that saw the announcement takes nothing of the declared harvest', async () => {
  expect(await take(30)).toBe(true);
  await market.caller(farm).farmer.orders.declareHarvest({ productId: kale.id, quantity: 100 });
  const { onHand } = await booksOf(market, kale.id);
  expect(await take(30)).toBe(false);
  expect(await take(null)).toBe(true);
  expect(await booksOf(market, kale.id)).toMatchObject({ onHand: onHand - 10 });
});

test('a checkout that saw goods takes nothing of what is only announced now', async () => {
  expect(await take(null)).toBe(false);
});
