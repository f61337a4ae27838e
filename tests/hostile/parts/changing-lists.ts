import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { findCards } from '#features/products/server/catalogue/find-products.ts';
import type { Database } from '#platform/server/db/database.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import type { Market } from '#tests/setup/market.ts';

const lists: FindProducts[] = [
  {},
  { sort: 'price' },
  { search: 'wiki' },
  { maxPrice: 25 },
  { category: 'vegetables' },
];
export const listOf = (round: number): FindProducts => lists[round % lists.length] ?? {};

export const pathOf = (procedure: string, input: object) =>
  `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
export const dataOf = (text: string) =>
  (JSON.parse(text) as { result: { data: unknown } }).result.data;
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

export const cardsNow = async (db: Database, list: FindProducts, services: Market['services']) =>
  plain(await findCards(db, list, services));

type Farm = Parameters<typeof makeProduct>[1];

/** Creates products of one farm. @returns their ids */
export async function makeProducts(market: Market, farm: Farm, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made++) {
    const { id } = await makeProduct(market, farm, { quantity: 500, price: 20 + made });
    ids.push(id);
  }
  return ids;
}

type Change = { db: Database; token: string; ids: number[]; round: number };

/**
 * Changes one of the products: in three rounds of four its farmer edits it, and in the fourth its
 * stock decreases directly in the database.
 * @param edit sends the farmer's request
 * @returns whether the farmer changed it
 */
export async function changeOne(
  { db, token, ids, round }: Change,
  edit: (request: RequestInit) => Response | Promise<Response>,
): Promise<boolean> {
  const productId = ids[(round * 7) % ids.length] ?? 0;
  if (round % 4 === 3) {
    await db.execute(sql`update products set quantity = quantity - 1 where id = ${productId}`);
    return false;
  }
  const body = JSON.stringify({
    ...productForm({ price: 15 + ((round * 13) % 20), quantity: 500 }),
    productId,
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const edited = await edit({ method: 'POST', headers, body });
  expect(edited.status).toBe(200);
  return true;
}
