/*
 * PostgreSQL plans each execution for its own search words, because common words need a walk of the
 * order's index, and rare ones the trigram index and a sort.
 */
import { and, asc, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import { readyPhotosOf } from '#photos/server/relation-queries.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { isOffered } from '#products/server/offered-queries.ts';
import { products } from '#products/server/tables.ts';
import type { OfferFilter } from './offer-filter.ts';
import { farmTableConditions, given, offerColumns, productConditions } from './offer-queries.ts';

const farmers = people('farmer');

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number];

type OfferList = {
  filter: OfferFilter;
  sort: ListSort;
  after: number[] | null;
  limit: number;
};

const { listingRound, priceCents, pricePerKgCents, id } = products;
const after = (index: 0 | 1) => sql`${sql.placeholder(`after${index}`)}::int`;

export const sortOrders = {
  newest: {
    by: [desc(listingRound), desc(id)],
    isAfter: sql`(${listingRound}, ${id}) < (${after(0)}, ${after(1)})`,
  },
  price: {
    by: [asc(priceCents), asc(id)],
    isAfter: sql`(${priceCents}, ${id}) > (${after(0)}, ${after(1)})`,
  },
  pricePerKg: {
    by: [asc(pricePerKgCents), asc(id)],
    isAfter: sql`(${pricePerKgCents}, ${id}) > (${after(0)}, ${after(1)})`,
  },
};

export type ListSort = keyof typeof sortOrders;

const offersStatement = (sort: ListSort) =>
  keepStatement((db) =>
    db
      .select(offerColumns)
      .from(products)
      .innerJoin(farms, eq(farms.userId, products.farmerId))
      .where(
        and(
          productConditions(),
          farmTableConditions(),
          sort === 'pricePerKg' ? isNotNull(pricePerKgCents) : undefined,
          or(sql`${after(0)} is null`, sortOrders[sort].isAfter),
        ),
      )
      .orderBy(...sortOrders[sort].by)
      .limit(sql.placeholder('limit')),
  );

const offersStatements = {
  newest: offersStatement('newest'),
  price: offersStatement('price'),
  pricePerKg: offersStatement('pricePerKg'),
};

/** By products_offered_round, _category_round, _price, _price_per_kg or _search. */
export async function listOffers(db: Database, { filter, sort, after: place, limit }: OfferList) {
  return offersStatements[sort](db, {
    ...filter,
    after0: place?.[0] ?? null,
    after1: place?.[1] ?? null,
    limit,
  });
}

const offerStatement = keepStatement((db) =>
  db
    .select({
      ...offerColumns,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      farmerFirstName: farmers.firstName,
      photos: readyPhotosOf(products.id),
    })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    // Without the lists' filters, which PostgreSQL would plan each time.
    .where(
      and(
        eq(products.id, sql.placeholder('id')),
        isOffered(given('today', 'date')),
        products.isInStock,
      ),
    ),
);

export async function findOffer(
  db: Database,
  { id: productId, filter }: { id: number; filter: OfferFilter },
) {
  const [row] = await offerStatement(db, { ...filter, id: productId });
  return row ?? null;
}
