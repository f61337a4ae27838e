/*
 * Cards from the nearest farm outwards. Buyers with a position request these lists, each from a
 * different place. One statement that every connection plans once, as in card-queries.ts. It reads
 * the 200 nearest farms; nearest-queries.ts looks further.
 */

import { and, asc, eq, sql } from 'drizzle-orm';
import { farms, metresOf } from '#farms/server/relation-queries.ts';
import { mainPhotoOf, photoColumns } from '#photos/server/relation-queries.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import type { BuyerCategory } from '#products/rules/categories.ts';
import { type FindProducts, hasOtherFilters } from '#products/rules/find-products.ts';
import { PAGE_SIZE } from '#products/rules/limits.ts';
import { isOffered } from '#products/server/offered-queries.ts';
import { products } from '#products/server/tables.ts';
import { cardColumns, isPageOfCategory } from './card-queries.ts';
import { NEAR_FARMS } from './nearest-queries.ts';
import type { OfferFilter } from './offer-filter.ts';
import { chord, given } from './offer-queries.ts';

/** With other filters, the matching offers are often farther away. */
export const isNearby = (input: FindProducts): boolean =>
  input.sort === 'nearest' &&
  isPageOfCategory(input) &&
  !hasOtherFilters(input, ['category', 'deliversToMe', 'maxDistanceKm']);

type Shape = {
  category: BuyerCategory | null;
  deliversToMe: true | null;
  isInReach: boolean;
  isFirst: boolean;
};
type NearbyList = { filter: OfferFilter; after: number[] | null };

const statements = new Map<string, ReturnType<typeof nearbyStatement>>();

/**
 * Null if the nearest farms do not fill the page and others might. By farms_sphere and
 * products_offered_farmer.
 */
export async function listCardsNearby(db: Database, { filter, after }: NearbyList) {
  const { category, deliversToMe, reachMetres, reachChord } = filter;
  const shape = {
    category,
    deliversToMe,
    isInReach: reachMetres !== null,
    isFirst: after === null,
  };
  const key = JSON.stringify(shape);
  const statement = statements.get(key) ?? nearbyStatement(shape);
  statements.set(key, statement);
  const rows = await statement(db, {
    ...filter,
    after0: after?.[0] ?? null,
    after1: after?.[1] ?? null,
  });
  const [first] = rows;
  const isAllInReach = first !== undefined && reachChord !== null && first.farthest > reachChord;
  return rows.length > PAGE_SIZE || isAllInReach ? rows : null;
}

const nearbyStatement = (shape: Shape) =>
  keepStatement((db) => {
    const photo = mainPhotoOf(products.id);
    return db
      .select({
        ...cardColumns,
        chord,
        farthest: sql<number>`found.farthest`,
        photo: photoColumns(photo),
      })
      .from(sql`(${nearbyIds(shape)}) as found`)
      .innerJoin(products, eq(products.id, sql`found.id`))
      .innerJoin(farms, eq(farms.userId, products.farmerId))
      .leftJoinLateral(photo, sql`true`)
      .orderBy(sql`found.chord`, asc(products.id))
      .limit(PAGE_SIZE + 1);
  });

/** Literals, because the planner would assume that an unknown limit is a tenth of the farms. */
const [farmsRead, rowsRead] = [NEAR_FARMS, PAGE_SIZE + 1].map((limit) => sql.raw(String(limit)));
const afterChord = sql`${sql.placeholder('after0')}::float8`;
const afterId = sql`${sql.placeholder('after1')}::int`;

/** Excludes the farthest farm, because farms beyond the limit may be at the same distance. */
function nearbyIds({ category, deliversToMe, isInReach, isFirst }: Shape) {
  const metres = metresOf(sql`near.chord`);
  const isListed = and(
    isOffered(given('today', 'date')),
    products.isInStock,
    category ? sql`${products.buyerCategory} = ${sql.raw(`'${category}'`)}` : undefined,
    sql`near.chord < farthest.chord`,
    isInReach ? sql`${metres} <= ${given('reachMetres', 'float8')}` : undefined,
    deliversToMe ? sql`${metres} <= near.coverage` : undefined,
    isFirst ? undefined : sql`(near.chord, ${products.id}) > (${afterChord}, ${afterId})`,
  );
  const isFurther = isFirst ? sql`` : sql`where ${chord} >= ${afterChord}`;
  return sql`with near as materialized (
      select ${farms.userId} as farmer, ${chord} as chord, ${farms.coverageRadiusMetres} as coverage
      from ${farms} ${isFurther} order by ${chord} limit ${farmsRead}
    ), farthest as (select max(chord) as chord from near)
    select ${products.id}, near.chord, farthest.chord as farthest
    from farthest, (select * from near order by chord) as near join ${products} on ${products.farmerId} = near.farmer
    where ${isListed} order by near.chord, ${products.id} limit ${rowsRead}`;
}
