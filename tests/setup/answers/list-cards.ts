import type { FindProducts } from '#features/products/rules/find-products.ts';
import { readCards } from '#features/products/rules/offer-card.ts';
import type { Market } from '#tests/setup/market.ts';

/** A page of the market as the browser reads it, for a visitor or for the given caller. */
export async function listCards(
  market: Market,
  input: FindProducts = {},
  caller = market.caller(),
) {
  const { products, nextCursor } = await caller.market.products(input);
  return { products: readCards(products), nextCursor };
}
