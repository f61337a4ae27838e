/*
 * Counts the offers in each category and county, up to a limit. One query counts a search or a
 * small reach, unless it finds too many. Otherwise each category and county is counted separately
 * and stops at the limit, so that a larger market takes hardly longer.
 */

import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { farms } from '#farms/server/queries.ts';
import { type BuyerCategory, buyerCategoryNames } from '#products/rules/product-facts.ts';
import { counties } from '#rules/counties.ts';
import { products } from '../tables.ts';
import {
  farmTableConditions,
  isAboutFarms,
  type OfferFilter,
  productConditions,
} from './offer-queries.ts';

/** Counting this many in one query takes a few dozen milliseconds. */
const COUNTED_AT_ONCE = 10_000;

type Count<Key> = { key: Key; number: number };

export async function countByCategory(db: Database, given: OfferFilter, most: number) {
  const filter = { ...given, category: null, farmerCategory: null };
  const counted = usuallyFindsFew(filter) ? await countCategoriesAtOnce(db, filter) : null;
  if (!counted) return countEachCategory(db, { filter, keys: buyerCategoryNames, most });
  const numbers = new Map(counted.map(({ key, number }) => [key, number]));
  return buyerCategoryNames.map((key) => ({ key, number: Math.min(most, numbers.get(key) ?? 0) }));
}

export async function countByCounty(db: Database, given: OfferFilter, most: number) {
  const filter = { ...given, county: null };
  const counted = usuallyFindsFew(filter) ? await countCountiesAtOnce(db, filter) : null;
  const counts = counted ?? (await countEachCounty(db, { filter, keys: counties, most }));
  return counts
    .map(({ key, number }) => ({ key, number: Math.min(most, number) }))
    .filter(({ number }) => number > 0)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

const usuallyFindsFew = (filter: OfferFilter) =>
  filter.wordCount !== null ||
  filter.category !== null ||
  filter.farmId !== null ||
  isAboutFarms(filter);

async function countCategoriesAtOnce(db: Database, filter: OfferFilter) {
  const isFarms = isAboutFarms(filter);
  const query = db.select({ key: products.buyerCategory }).from(products).$dynamic();
  if (isFarms) query.innerJoin(farms, eq(farms.userId, products.farmerId));
  const hits = query
    .where(and(productConditions(), isFarms ? farmTableConditions() : undefined))
    .orderBy(desc(products.id))
    .limit(COUNTED_AT_ONCE)
    .as('hits');
  const counts = await db
    .select({ key: hits.key, number: sql<number>`count(*)::int` })
    .from(hits)
    .groupBy(hits.key)
    .orderBy(hits.key)
    .limit(buyerCategoryNames.length)
    .prepare('categories')
    .execute(filter);
  return ifComplete(counts);
}

async function countCountiesAtOnce(db: Database, filter: OfferFilter) {
  const hits = db
    .select({ farmerId: products.farmerId })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(and(productConditions(), farmTableConditions()))
    .orderBy(desc(products.id))
    .limit(COUNTED_AT_ONCE)
    .as('hits');
  const farm = db
    .select({ county: farms.pinCounty })
    .from(farms)
    .where(eq(farms.userId, hits.farmerId))
    .limit(1)
    .as('farm');
  const counts = await db
    .select({ key: farm.county, number: sql<number>`count(*)::int` })
    .from(hits)
    .innerJoinLateral(farm, sql`true`)
    .groupBy(farm.county)
    .orderBy(farm.county)
    .limit(counties.length)
    .prepare('counties')
    .execute(filter);
  return ifComplete(counts);
}

function ifComplete<Key>(counts: Count<Key>[]): Count<Key>[] | null {
  return counts.reduce((sum, { number }) => sum + number, 0) < COUNTED_AT_ONCE ? counts : null;
}

type Each<Key> = { filter: OfferFilter; keys: readonly Key[]; most: number };

/** By products_offered_category. */
async function countEachCategory(db: Database, { filter, keys, most }: Each<BuyerCategory>) {
  const query = db
    .select({ hit: sql`1`.as('hit') })
    .from(products)
    .$dynamic();
  if (isAboutFarms(filter)) query.innerJoin(farms, eq(farms.userId, products.farmerId));
  const hits = query
    .where(
      and(
        productConditions(),
        isAboutFarms(filter) ? farmTableConditions() : undefined,
        sql`${products.buyerCategory} = keys.key`,
      ),
    )
    .orderBy(desc(products.id))
    .limit(most)
    .as('hits');
  return countPerKey(db, { hits, keys, filter });
}

/** By farms_pin_county, then products_offered_farmer. */
async function countEachCounty(db: Database, { filter, keys, most }: Each<string>) {
  const offers = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.farmerId, farms.userId), productConditions()))
    .orderBy(desc(products.id))
    .limit(most)
    .as('offers');
  const hits = db
    .select({ hit: sql`1`.as('hit') })
    .from(farms)
    .innerJoinLateral(offers, sql`true`)
    .where(and(farmTableConditions(), sql`${farms.pinCounty} = keys.key`))
    .limit(most)
    .as('hits');
  return countPerKey(db, { hits, keys, filter });
}

type PerKey<Key> = { hits: SQLWrapper; keys: readonly Key[]; filter: OfferFilter };

function countPerKey<Key extends string>(db: Database, { hits, keys, filter }: PerKey<Key>) {
  return db
    .select({ key: sql<Key>`keys.key`, number: sql<number>`(select count(*)::int from ${hits})` })
    .from(sql`unnest(${sql.param(keys)}::text[]) as keys (key)`)
    .limit(keys.length)
    .prepare('each')
    .execute(filter);
}
