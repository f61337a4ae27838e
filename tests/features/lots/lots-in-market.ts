import * as lotsOf from '#tests/factories/lots.ts';
import type { callerOf } from '#tests/factories/standing.ts';
import { booksOf, market } from '#tests/setup/in-market.ts';

export const makeLot = (overrides = {}) => lotsOf.makeLot(market, overrides);
export const makeLotFarm = (quantity?: number) => lotsOf.makeLotFarm(market, quantity);
export const runClock = () => lotsOf.runLots(market);
export const goOn = (seconds: number) => {
  market.advance(seconds);
  return runClock();
};
export const HOUR = 3600;
export const reserved = async ({ product }: { product: { id: number } }) => {
  const { held, isBalanced, reserved: ordered } = await booksOf(product.id);
  expect(isBalanced).toBe(true);
  return { held, ordered };
};
export const noticesOf = async ({ caller }: { caller: Awaited<ReturnType<typeof callerOf>> }) =>
  (await caller.notifications.list({})).notifications.map(({ text }) => text);

export const erase = (userId: number) =>
  market.db.transaction(async (tx) => {
    for (const { erase } of market.services.personalData)
      await erase?.(tx, userId, market.services);
  });
