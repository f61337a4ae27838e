import type { Clock } from '#server/clock.ts';
import { decodeCursor, type ListOrder, pageOf } from '#server/cursor.ts';
import type { Database } from '#server/db/database.ts';
import { PAGE_SIZE } from '#shared/limits.ts';
import type { ProductSort } from '#shared/products/categories.ts';
import type { FindProducts } from '#shared/products/product.ts';
import { listNearestOffers } from './nearest-queries.ts';
import { offerFilter } from './offer-filter.ts';
import { listOffers } from './queries.ts';
import { completeFilter, findNamedFarms } from './reach-queries.ts';
import { readOffers } from './read-offers.ts';

const lists = {
  newest: { name: 'newest', values: ['integer', 'integer'] },
  price: { name: 'price', values: ['integer', 'integer'] },
  pricePerKg: { name: 'pricePerKg', values: ['integer', 'integer'] },
  nearest: { name: 'nearest', values: ['number', 'integer'] },
} as const satisfies Record<ProductSort, ListOrder>;

/**
 * A page of what is offered now, by the buyer's filters, in the order asked for (newest first, unless asked otherwise).
 * @throws AppError INVALID_INPUT for a cursor that doesn't belong to this order
 */
export async function findProducts(
  db: Database,
  { cursor, sort = 'newest', limit: size = PAGE_SIZE, ...input }: FindProducts,
  { clock }: { clock: Clock },
) {
  const list = lists[sort];
  const after = cursor ? decodeCursor(cursor, list) : null;
  const filter = offerFilter(input, clock());
  // One row more than a page, to know whether there is another.
  const limit = size + 1;
  if (sort === 'nearest') {
    if (filter.place === null) throw new Error('The schema should have refused an order by distance without a place');
    const rows = await listNearestOffers(db, { filter: await findNamedFarms(db, filter), after, limit });
    const page = pageOf(rows, { size, list, valuesOf: ({ chord, id }) => [chord, id] });
    return { products: await readOffers(db, page.rows), nextCursor: page.nextCursor };
  }
  const rows = await listOffers(db, { filter: await completeFilter(db, filter), sort, after, limit });
  const valuesOf = {
    newest: ({ listingRound, id }: (typeof rows)[number]) => [listingRound, id],
    price: ({ priceCents, id }: (typeof rows)[number]) => [priceCents, id],
    pricePerKg: ({ pricePerKgCents, id }: (typeof rows)[number]) => [pricePerKgCents, id],
  }[sort];
  const page = pageOf(rows, { size, list, valuesOf });
  return { products: await readOffers(db, page.rows), nextCursor: page.nextCursor };
}
