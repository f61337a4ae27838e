import type { Clock } from '#platform/server/clock.ts';
import { decodeCursor, type ListOrder, pageOf } from '#platform/server/cursor.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { ProductSort } from '#products/rules/categories.ts';
import type { FindProducts } from '#products/rules/find-products.ts';
import { PAGE_SIZE } from '#products/rules/limits.ts';
import { isPlain, listPlainCards, type PlainInput } from './card-queries.ts';
import { listCardsNearby } from './nearby-queries.ts';
import { listNearestOffers } from './nearest-queries.ts';
import { offerFilter } from './offer-filter.ts';
import {
  completeFilter,
  findNamedFarms,
  type ListSort,
  listOffers,
  type OfferRow,
} from './queries.ts';
import { readCards, readPlainCards } from './read-cards.ts';
import { readOffers } from './read-offers.ts';

const lists = {
  newest: { name: 'newest', values: ['integer', 'integer'] },
  price: { name: 'price', values: ['integer', 'integer'] },
  pricePerKg: { name: 'pricePerKg', values: ['integer', 'integer'] },
  nearest: { name: 'nearest', values: ['number', 'integer'] },
} as const satisfies Record<ProductSort, ListOrder>;

type Services = { clock: Clock };

export async function findProducts(db: Database, input: FindProducts, services: Services) {
  const { rows, nextCursor } = await findPage(db, input, services);
  return { products: await readOffers(db, rows), nextCursor };
}

export async function findCards(db: Database, input: FindProducts, services: Services) {
  if (isPlain(input)) {
    const { rows, nextCursor } = await findPlainPage(db, input, services);
    return { products: readPlainCards(rows), nextCursor };
  }
  const { rows, nextCursor } = await findPage(db, input, services);
  return { products: await readCards(db, rows), nextCursor };
}

/** Null if the nearest farms may not be the whole answer. */
export async function findCardsNearby(
  db: Database,
  { cursor, ...input }: FindProducts,
  { clock }: Services,
) {
  const list = lists.nearest;
  const after = cursor ? decodeCursor(cursor, list) : null;
  const rows = await listCardsNearby(db, { filter: offerFilter(input, clock()), after });
  if (!rows) return null;
  const page = pageOf(rows, { size: PAGE_SIZE, list, valuesOf: ({ chord, id }) => [chord, id] });
  return { products: readPlainCards(page.rows), nextCursor: page.nextCursor };
}

async function findPlainPage(
  db: Database,
  { cursor, sort = 'newest', ...input }: PlainInput,
  { clock }: Services,
) {
  const list = lists[sort];
  const after = cursor ? decodeCursor(cursor, list) : null;
  const rows = await listPlainCards(db, { filter: offerFilter(input, clock()), sort, after });
  return pageOf(rows, { size: PAGE_SIZE, list, valuesOf: cursorValues[sort] });
}

type Placed = {
  id: number;
  listingRound: number;
  priceCents: number;
  pricePerKgCents: number | null;
};

const cursorValues: Record<ListSort, (row: Placed) => (number | null)[]> = {
  newest: ({ listingRound, id }) => [listingRound, id],
  price: ({ priceCents, id }) => [priceCents, id],
  pricePerKg: ({ pricePerKgCents, id }) => [pricePerKgCents, id],
};

async function findPage(
  db: Database,
  { cursor, sort = 'newest', limit: size = PAGE_SIZE, ...input }: FindProducts,
  { clock }: Services,
): Promise<{ rows: OfferRow[]; nextCursor: string | null }> {
  const list = lists[sort];
  const after = cursor ? decodeCursor(cursor, list) : null;
  const filter = offerFilter(input, clock());
  const limit = size + 1;
  if (sort === 'nearest') {
    if (filter.place === null)
      throw new Error('The schema should have refused an order by distance without a place');
    const rows = await listNearestOffers(db, {
      filter: await findNamedFarms(db, filter),
      after,
      limit,
    });
    return pageOf(rows, { size, list, valuesOf: ({ chord, id }) => [chord, id] });
  }
  const rows = await listOffers(db, {
    filter: await completeFilter(db, filter),
    sort,
    after,
    limit,
  });
  return pageOf(rows, { size, list, valuesOf: cursorValues[sort] });
}
