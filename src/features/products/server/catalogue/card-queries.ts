/*
 * Cards in an indexed order, with or without search words: the most frequent requests. Each list is
 * one statement with photos that every connection plans once, because planning took longer than
 * executing.
 *
 * Without knowing the words, the planner cannot choose between walking the order's index (fast for
 * a common word) and the trigram index with a sort (fast for a rare one). So the statement looks at
 * the first 1,000 offers. If they do not fill the page but show that the word is not rare, it looks
 * at the first 8,000. Otherwise it uses the trigram index (docs/benchmarks.md has the costs).
 */

import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { farms, metresOf } from '#farms/server/queries.ts';
import { mainPhotoOf, photoColumns } from '#photos/server/media-queries.ts';
import { type FindProducts, hasOtherFilters, isByPlace } from '#products/rules/find-products.ts';
import {
  type BuyerCategory,
  CARD_DESCRIPTION_MAX,
  CROP_OFFERS_READ,
  isBuyerCategory,
  PAGE_SIZE,
} from '#products/rules/product-facts.ts';
import { keepStatement } from '#server/database.ts';
import { isOffered } from '../queries.ts';
import type { SearchPlace } from '../read-search.ts';
import { products } from '../tables.ts';
import { columnsOf, NEAR_FARMS } from './nearest-queries.ts';
import {
  chord,
  farmColumns,
  given,
  hasWords,
  type OfferFilter,
  offerColumns,
  productColumns,
} from './offer-queries.ts';
import { type ListSort, namedFarms, sortOrders } from './queries.ts';

const SAMPLE = 1000;

/** With this many hits in the sample, the walked offers probably fill a page. */
const NOT_RARE = 4;
const WALKED = 8000;

/** A literal, because the planner would assume that an unknown limit is large. */
const ROWS = PAGE_SIZE + 1;

const cardColumns = {
  ...offerColumns,
  description: sql<string>`left(${products.description}, ${sql.raw(String(2 * CARD_DESCRIPTION_MAX))})`,
};

export type PlainInput = FindProducts & { sort?: ListSort };

/** Other filters and orders need a plan for their own values. */
export const isPlain = (input: FindProducts): input is PlainInput =>
  !isByPlace(input.sort) &&
  isPageOfCategory(input) &&
  !hasOtherFilters(input, ['search', 'category']);

const isPageOfCategory = ({ category, limit = PAGE_SIZE }: FindProducts) =>
  limit === PAGE_SIZE && (category === undefined || isBuyerCategory(category));

export type PlainRow = Awaited<ReturnType<typeof listPlainCards>>[number];

/** The category is part of the text, so that the planner knows how many offers it has. */
type Shape = {
  sort: ListSort;
  category: BuyerCategory | null;
  wordCount: number | null;
  isFirst: boolean;
};
type CardList = { filter: OfferFilter; sort: ListSort; after: number[] | null };

const statements = new Map<string, ReturnType<typeof cardsStatement>>();

export async function listPlainCards(db: Database, { filter, sort, after }: CardList) {
  const shape = {
    sort,
    category: filter.category,
    wordCount: filter.wordCount,
    isFirst: after === null,
  };
  const key = JSON.stringify(shape);
  const statement = statements.get(key) ?? cardsStatement(shape);
  statements.set(key, statement);
  return statement(db, { ...filter, after0: after?.[0] ?? null, after1: after?.[1] ?? null });
}

const cardsStatement = (shape: Shape) =>
  keepStatement((db) => {
    const photo = mainPhotoOf(products.id);
    return db
      .select({ ...cardColumns, photo: photoColumns(photo) })
      .from(
        sql`(${shape.wordCount === null ? listedIds(shape) : searchedIds(shape, shape.wordCount)}) as found`,
      )
      .innerJoin(products, eq(products.id, sql`found.id`))
      .innerJoin(farms, eq(farms.userId, products.farmerId))
      .leftJoinLateral(photo, sql`true`)
      .orderBy(...sortOrders[shape.sort].by)
      .limit(ROWS);
  });

const isIn = (category: BuyerCategory | null) =>
  category ? sql`${products.buyerCategory} = ${sql.raw(`'${category}'`)}` : undefined;

function isListed({ sort, category, isFirst }: Shape) {
  return and(
    isOffered(given('today', 'date')),
    products.isInStock,
    isIn(category),
    sort === 'pricePerKg' ? isNotNull(products.pricePerKgCents) : undefined,
    isFirst ? undefined : sortOrders[sort].isAfter,
  );
}

const inOrder = ({ sort }: Shape) => sql`order by ${sql.join(sortOrders[sort].by, sql`, `)}`;
const rows = sql.raw(String(ROWS));

const listedIds = (shape: Shape) =>
  sql`select ${products.id} from ${products} where ${isListed(shape)} ${inOrder(shape)} limit ${rows}`;

const columns = [
  products.id,
  products.farmerId,
  products.foldedText,
  products.crop,
  products.buyerCategory,
  products.listingRound,
  products.priceCents,
  products.pricePerKgCents,
];

const farmsNamed = (place: SearchPlace | 'Whole') =>
  sql`(select ids from named where at = ${sql.raw(String(place === 'Whole' ? 0 : place + 1))})::int[]`;

function searchedIds(shape: Shape, wordCount: number) {
  const isSearchedFor = hasWords(wordCount, farmsNamed);
  const order = inOrder(shape);
  const read = (listed: Shape) =>
    sql`select ${sql.join(columns, sql`, `)} from ${products} where ${isListed(listed)}`;
  const among = (first: number) =>
    sql`select ${products.id} from (${read(shape)} ${order} limit ${sql.raw(String(first))}) as products where ${isSearchedFor} ${order} limit ${rows}`;
  // Because of "offset 0", the planner uses the words' indexes, not the order's or the category's.
  const byWords = sql`select ${products.id} from (${read({ ...shape, category: null })} and ${isSearchedFor} offset 0) as products
    where ${isIn(shape.category) ?? sql`true`} ${order} limit ${rows}`;
  const isFull = (found: SQL) => sql`(select count(*) from ${found}) = ${rows}`;
  const [sample, walked] = [sql.raw('sample'), sql.raw('walked')];
  return sql`with named as materialized (${namedFarms}), sample as materialized (${among(SAMPLE)}), walked as materialized (
      select id from (${among(WALKED)}) as walk where (select count(*) from sample) between ${sql.raw(String(NOT_RARE))} and ${sql.raw(String(PAGE_SIZE))}
    )
    select id from sample where ${isFull(sample)}
    union all select id from walked where ${isFull(walked)}
    union all select id from (${byWords}) as found where not ${isFull(sample)} and not ${isFull(walked)}`;
}

/** Enough for crops that many farms grow, and few enough to read in 5 milliseconds. */
const SEARCHED_FARMS = 200;

const isElsewhere = sql`${products.farmerId} is distinct from (
  select compared.farmer_id from products compared where compared.id = ${sql.placeholder('productId')}::int)`;

const isOfCrop = and(
  isOffered(given('today', 'date')),
  products.isInStock,
  eq(products.crop, sql.placeholder('crop')),
  isElsewhere,
);

/** By products_offered_crop_price, in the index's order. */
export const listCheapestOfCrop = keepStatement((db) =>
  db
    .select(offerColumns)
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(isOfCrop)
    .orderBy(asc(products.pricePerKgCents), asc(products.id))
    .limit(CROP_OFFERS_READ),
);

/** By farms_sphere, then products_offered_farmer or products_offered_crop_price. */
export const listNearestOfCrop = keepStatement((db) => {
  // The farm columns are selected here, or the planner might read every farm again.
  const near = db
    .select({ ...farmColumns, chord: chord.as('chord') })
    .from(farms)
    .orderBy(chord)
    .limit(SEARCHED_FARMS)
    .as('near');
  return db
    .select({ ...productColumns, ...columnsOf(near), distanceMetres: metresOf(near.chord) })
    .from(near)
    .innerJoin(products, eq(products.farmerId, near.farmId))
    .where(isOfCrop)
    .orderBy(near.chord, asc(products.pricePerKgCents), asc(products.id))
    .limit(CROP_OFFERS_READ);
});

/** With other filters, the matching offers are often farther away. */
export const isNearby = (input: FindProducts) =>
  input.sort === 'nearest' &&
  isPageOfCategory(input) &&
  !hasOtherFilters(input, ['category', 'deliversToMe', 'maxDistanceKm']);

type NearbyShape = {
  category: BuyerCategory | null;
  deliversToMe: true | null;
  isInReach: boolean;
  isFirst: boolean;
};
type NearbyList = { filter: OfferFilter; after: number[] | null };

const nearbyStatements = new Map<string, ReturnType<typeof nearbyStatement>>();

/**
 * Cards from the nearest farm outwards. Buyers with a position request these lists, each from a
 * different place. One statement that every connection plans once reads the 200 nearest farms;
 * nearest-queries.ts looks further. Null if the nearest farms do not fill the page and others
 * might. By farms_sphere and products_offered_farmer.
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
  const statement = nearbyStatements.get(key) ?? nearbyStatement(shape);
  nearbyStatements.set(key, statement);
  const rows = await statement(db, {
    ...filter,
    after0: after?.[0] ?? null,
    after1: after?.[1] ?? null,
  });
  const [first] = rows;
  const isAllInReach = first !== undefined && reachChord !== null && first.farthest > reachChord;
  return rows.length > PAGE_SIZE || isAllInReach ? rows : null;
}

const nearbyStatement = (shape: NearbyShape) =>
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
function nearbyIds({ category, deliversToMe, isInReach, isFirst }: NearbyShape) {
  const metres = metresOf(sql`near.chord`);
  const isListed = and(
    isOffered(given('today', 'date')),
    products.isInStock,
    isIn(category),
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
