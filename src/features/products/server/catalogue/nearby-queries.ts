/*
 * Cards from the nearest farm outwards, of everything or of one category: what people ask for who
 * have said where they are, each from a place of their own. Like the lists of card-queries.ts it is
 * one statement, photos included, that every connection plans once. It takes a page from what the
 * 200 nearest farms offer; nearest-queries.ts looks further.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import { farms } from '#features/farms/server/tables.ts';
import { type BuyerCategory, isBuyerCategory } from '#features/products/rules/categories.ts';
import { PAGE_SIZE } from '#features/products/rules/limits.ts';
import type { FindProducts } from '#features/products/rules/product.ts';
import { isOffered } from '#features/products/server/offered-queries.ts';
import { products } from '#features/products/server/tables.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { cardColumns, mainPhotoOf, photoColumns } from './card-queries.ts';
import { NEAR_FARMS } from './nearest-queries.ts';
import type { OfferFilter } from './offer-filter.ts';
import { chord, given, metresOf } from './offer-queries.ts';

/** Whether a list is one of these. What other filters leave is often farther away. */
export function isNearby({
  search,
  category,
  organic,
  farmId,
  county,
  minPrice,
  maxPrice,
  sort,
  limit = PAGE_SIZE,
}: FindProducts): boolean {
  const isFiltered =
    search || organic || farmId || county || minPrice !== undefined || maxPrice !== undefined;
  return (
    sort === 'nearest' &&
    !isFiltered &&
    limit === PAGE_SIZE &&
    (category === undefined || isBuyerCategory(category))
  );
}

/** What the text depends on. */
type Shape = {
  category: BuyerCategory | null;
  deliversToMe: true | null;
  isInReach: boolean;
  isFirst: boolean;
};
type NearbyList = { filter: OfferFilter; after: number[] | null };

const statements = new Map<string, ReturnType<typeof nearbyStatement>>();

/**
 * By farms_sphere and products_offered_farmer. Null where the nearest farms do not fill the page
 * and others may.
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
    const photo = mainPhotoOf(db);
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

/** Limits are part of the text: the planner would take an unknown one for a tenth of the farms. */
const [farmsRead, rowsRead] = [NEAR_FARMS, PAGE_SIZE + 1].map((limit) => sql.raw(String(limit)));
const afterChord = sql`${sql.placeholder('after0')}::float8`;
const afterId = sql`${sql.placeholder('after1')}::int`;

/** Without the last of the farms: others, beyond the limit, may be just as far. */
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
