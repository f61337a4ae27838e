/*
 * Lists of what is offered. Postgres plans each query for its own words (see reuse-query.ts), because a common and a rare word want
 * different plans: walking an index in the list's order, or the trigram index and a sort.
 */
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { reuseQuery } from '#server/db/reuse-query.ts';
import { users } from '#server/db/schema/accounts.ts';
import { farms } from '#server/db/schema/farms.ts';
import { products } from '#server/db/schema/products.ts';
import type { OfferFilter } from './offer-filter.ts';
import { farmTableConditions, keyOf, offerColumns, productConditions } from './offer-queries.ts';

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number];

type OfferList = {
  filter: OfferFilter;
  sort: 'newest' | 'price' | 'pricePerKg';
  after: number[] | null;
  limit: number;
};

const at = (index: 0 | 1) => sql`${sql.placeholder(`after${index}`)}::int`;

const orders = {
  newest: {
    by: [desc(products.listingRound), desc(products.id)],
    after: sql`(${products.listingRound}, ${products.id}) < (${at(0)}, ${at(1)})`,
  },
  price: {
    by: [asc(products.priceCents), asc(products.id)],
    after: sql`(${products.priceCents}, ${products.id}) > (${at(0)}, ${at(1)})`,
  },
  // What has no price per kg has no place in this order.
  pricePerKg: {
    by: [asc(products.pricePerKgCents), asc(products.id)],
    after: sql`(${products.pricePerKgCents}, ${products.id}) > (${at(0)}, ${at(1)})`,
  },
} as const;

/** Offers in an order that an index of `products` has: products_offered_round, _category_round, _price, _price_per_kg or _search. */
export async function listOffers(db: Database, { filter, sort, after, limit }: OfferList) {
  const key = keyOf(`offers ${sort} ${after !== null} ${limit}`, filter);
  const query = reuseQuery(db, key, () =>
    db
      .select(offerColumns(filter))
      .from(products)
      .innerJoin(farms, eq(farms.userId, products.farmerId))
      .where(
        and(
          productConditions(filter),
          farmTableConditions(filter),
          sort === 'pricePerKg' ? isNotNull(products.pricePerKgCents) : undefined,
          after ? orders[sort].after : undefined,
        ),
      )
      .orderBy(...orders[sort].by)
      .limit(limit)
      .prepare('offers'),
  );
  return query.execute({ ...filter, after0: after?.[0], after1: after?.[1] });
}

/** One offer, whatever else is filtered. By primary key. */
export async function findOffer(db: Database, { id, filter }: { id: number; filter: OfferFilter }) {
  const query = reuseQuery(db, keyOf('offer', filter), () =>
    db
      .select({ ...offerColumns(filter), farmType: farms.farmType, farmSize: farms.farmSize, farmerFirstName: users.firstName })
      .from(products)
      .innerJoin(farms, eq(farms.userId, products.farmerId))
      .innerJoin(users, eq(users.id, farms.userId))
      .where(and(eq(products.id, sql.placeholder('id')), productConditions(filter)))
      .prepare('offer'),
  );
  const [row] = await query.execute({ ...filter, id });
  return row ?? null;
}
