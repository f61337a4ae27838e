import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { findProducts } from '../../src/server/modules/products/catalogue/find-products.ts';
import type { FindProducts } from '../../src/shared/products/product.ts';

/** The requests: mostly what people look for, also something rare and something that does not exist. */
export const mixes: Record<string, FindProducts[]> = {
  'text and category': [
    { search: 'maize', category: 'grains' },
    { search: 'tomato', category: 'vegetables' },
    { search: 'mango', category: 'fruits' },
    { search: 'viazi', category: 'vegetables' },
    { search: 'maharagwe', category: 'grains' },
    { search: 'sukuma', category: 'vegetables' },
    { search: 'milk', category: 'dairy' },
    { search: 'avocado', category: 'fruits' },
    { search: 'gooseberr', category: 'fruits' },
    { search: 'xylophone', category: 'vegetables' },
  ],
  'delivers to me, nearest first': [
    [-1.2864, 36.8172],
    [-4.0435, 39.6682],
    [-0.0917, 34.768],
    [0.5143, 35.2698],
    [-0.3031, 36.08],
    [-0.4169, 36.951],
    [0.0463, 37.6559],
    [0.2827, 34.7519],
    [-1.5177, 37.2634],
    [3.1191, 35.5973],
  ].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude, deliversToMe: true, sort: 'nearest' })),
};

/** A statement as the server sends it. */
export type Statement = { query: string; params: (string | number | number[] | null)[] };
export type RecordedRequest = { path: string; statements: Statement[] };

/** Each request of a mix as the path that a browser asks for, and the SQL that the server answers it with. */
export async function recordMix(url: string, mix: FindProducts[]): Promise<RecordedRequest[]> {
  const sent: Statement[] = [];
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const db = drizzle(sql, {
    logger: { logQuery: (query, params) => void sent.push({ query, params: params as Statement['params'] }) },
  });
  const recorded: RecordedRequest[] = [];
  for (const filter of mix) {
    sent.length = 0;
    await findProducts(db, filter, { clock: () => new Date() });
    recorded.push({ path: `/trpc/market.products?input=${encodeURIComponent(JSON.stringify(filter))}`, statements: [...sent] });
  }
  await sql.end();
  return recorded;
}
