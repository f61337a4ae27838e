import type { FindProducts } from '#products/rules/find-products.ts';
import { readCards } from '#products/rules/offer-card.ts';
import type { Market } from '#tests/setup/market.ts';

export async function listCards(
  market: Market,
  input: FindProducts = {},
  caller = market.caller(),
) {
  const { products, nextCursor } = await caller.market.cards(input);
  return { products: readCards(products), nextCursor };
}
