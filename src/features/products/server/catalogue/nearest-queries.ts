/*
 * Offers from the nearest farm outwards, ordered by (chord, product). The planner does not know how
 * many farms are near, so it would join and sort everything. Therefore the nearest farms are looked
 * up first (farms_sphere). If their offers do not fill the page, the offers are found from their
 * farms or by their own index (docs/decisions/0076-nearest-offers.md). "Best" sorts the offers of
 * the nearest farms, and lists those of farther farms by distance.
 */

import { and, asc, eq, lt, max, or, type SQLWrapper, sql } from 'drizzle-orm';
import { farms, metresOf } from '#farms/server/queries.ts';
import { ID_MAX } from '#rules/limits.ts';
import { keepStatement } from '#server/database.ts';
import { products } from '../tables.ts';
import {
  chord,
  farmColumns,
  farmConditions,
  farmTableConditions,
  type OfferFilter,
  offerColumns,
  productColumns,
  productConditions,
} from './offer-queries.ts';
import { measureReach } from './queries.ts';

type NearList = { filter: OfferFilter; after: number[] | null; limit: number };

/** Enough to fill a page with the usual filters, and few enough to read in 5 milliseconds. */
export const NEAR_FARMS = 200;

export async function listNearestOffers(db: Database, { filter, after, limit }: NearList) {
  const values = { ...filter, after0: after?.[0] ?? null, after1: after?.[1] ?? null, limit };
  // The farm need not be among the nearest.
  if (filter.farmId !== null) return farmsFirstStatement(db, values);
  const near = await nearStatement(db, values);
  if (near.length >= limit) return near;
  const { reachChord } = await measureReach(db, filter);
  const isOfFewFarms = filter.county !== null || reachChord !== null;
  return (isOfFewFarms ? farmsFirstStatement : offersFirstStatement)(db, { ...values, reachChord });
}

const afterChord = sql`${sql.placeholder('after0')}::float8`;

const isAfter = (from: SQLWrapper) =>
  or(
    sql`${afterChord} is null`,
    sql`(${from}, ${products.id}) > (${afterChord}, ${sql.placeholder('after1')}::int)`,
  );

/** Farms beyond the limit may share the farthest one's chord. */
const nearStatement = keepStatement((db) => {
  const near = db.$with('near').as(
    db
      .select({ ...farmColumns, chord: chord.as('chord') })
      .from(farms)
      .where(or(sql`${afterChord} is null`, sql`${chord} >= ${afterChord}`))
      .orderBy(chord)
      .limit(NEAR_FARMS),
  );
  const farm = db.select().from(near).orderBy(near.chord).as('farm');
  return db
    .with(near)
    .select({ ...productColumns, ...columnsOf(farm), distanceMetres: metresOf(farm.chord) })
    .from(farm)
    .innerJoin(products, eq(products.farmerId, farm.farmId))
    .where(
      and(
        lt(farm.chord, db.select({ farthest: max(near.chord) }).from(near)),
        conditionsOf(farm),
        productConditions(),
        isAfter(farm.chord),
      ),
    )
    .orderBy(farm.chord, asc(products.id))
    .limit(sql.placeholder('limit'));
});

const FARTHER = 2;

/** `after` and `best`: the rank (delivered, near, farther), price per kg, chord and product. */
export async function listBestOffers(db: Database, { filter, after, limit }: NearList) {
  const [edge = null] = (await edgeStatement(db, filter)).map(({ chord: far }) => far);
  const [rank, price, chordAfter, idAfter] = after ?? [];
  const last = { rank: null, price: null, chordAfter: null, idAfter: null };
  const from = after ? { rank, price, chordAfter, idAfter } : last;
  const near = rank === FARTHER ? [] : await bestStatement(db, { ...filter, ...from, edge, limit });
  const offers = near.map((row) => ({
    ...row,
    best: [row.rank, row.pricePerKgCents ?? ID_MAX, row.chord, row.id],
  }));
  if (near.length >= limit || edge === null) return offers;
  const behind = rank === FARTHER ? [Number(chordAfter), Number(idAfter)] : [edge, 0];
  const farther = await listNearestOffers(db, {
    filter,
    // If no near farm has any, the planner finds the few offers faster without a place to begin.
    after: after === null && near.length === 0 ? null : behind,
    limit: limit - near.length,
  });
  const ranked = farther.map((row) => ({ ...row, best: [FARTHER, 0, row.chord, row.id] }));
  return [...offers, ...ranked];
}

/** The nearest farm that is too far for "best"; none in a small market. */
const edgeStatement = keepStatement((db) =>
  db.select({ chord }).from(farms).orderBy(chord).offset(NEAR_FARMS).limit(1),
);

const bestStatement = keepStatement((db) => {
  const farm = db
    .select({ ...farmColumns, chord: chord.as('chord') })
    .from(farms)
    .orderBy(chord)
    .limit(NEAR_FARMS)
    .as('farm');
  const rank = sql<number>`case when ${metresOf(farm.chord)} <= ${farm.coverageRadiusMetres} then 0 else 1 end`;
  const price = sql`coalesce(${products.pricePerKgCents}, ${sql.raw(String(ID_MAX))})`;
  const edge = sql`${sql.placeholder('edge')}::float8`;
  const last = sql`(${sql.placeholder('rank')}::int, ${sql.placeholder('price')}::int, ${sql.placeholder('chordAfter')}::float8, ${sql.placeholder('idAfter')}::int)`;
  return db
    .select({ ...productColumns, ...columnsOf(farm), distanceMetres: metresOf(farm.chord), rank })
    .from(farm)
    .innerJoin(products, eq(products.farmerId, farm.farmId))
    .where(
      and(
        sql`coalesce(${farm.chord} < ${edge}, true)`,
        conditionsOf(farm),
        productConditions(),
        or(
          sql`${sql.placeholder('rank')}::int is null`,
          sql`(${rank}, ${price}, ${farm.chord}, ${products.id}) > ${last}`,
        ),
      ),
    )
    .orderBy(rank, price, farm.chord, asc(products.id))
    .limit(sql.placeholder('limit'));
});

/** By farms_pin_county or farms_sphere, then products_offered_farmer. */
const farmsFirstStatement = keepStatement((db) =>
  db
    .select({ ...offerColumns, chord })
    .from(farms)
    .innerJoin(products, eq(products.farmerId, farms.userId))
    .where(and(productConditions(), farmTableConditions(), isAfter(chord)))
    .orderBy(chord, asc(products.id))
    .limit(sql.placeholder('limit')),
);

const offersFirstStatement = keepStatement((db) => {
  const farm = db
    .select({ ...farmColumns, chord: chord.as('chord') })
    .from(farms)
    .where(eq(farms.userId, products.farmerId))
    .limit(1)
    .as('farm');
  return db
    .select({ ...productColumns, ...columnsOf(farm), distanceMetres: metresOf(farm.chord) })
    .from(products)
    .innerJoinLateral(farm, sql`true`)
    .where(and(productConditions(), conditionsOf(farm), isAfter(farm.chord)))
    .orderBy(farm.chord, asc(products.id))
    .limit(sql.placeholder('limit'));
});

type FarmQuery = Record<keyof typeof farmColumns | 'chord', SQLWrapper>;

export function columnsOf<Farm extends FarmQuery>(farm: Farm): Pick<Farm, keyof FarmQuery> {
  const {
    farmId,
    farmName,
    county,
    coverageRadiusMetres,
    deliveryFeeCents,
    minimumOrderCents,
    gpsAccuracyMetres,
    isGpsDoubtful,
    visitedAt,
    chord: distance,
  } = farm;
  return {
    farmId,
    farmName,
    county,
    coverageRadiusMetres,
    deliveryFeeCents,
    minimumOrderCents,
    gpsAccuracyMetres,
    isGpsDoubtful,
    visitedAt,
    chord: distance,
  };
}

const conditionsOf = ({ county, coverageRadiusMetres, chord: distance }: FarmQuery) =>
  farmConditions({ county, coverageRadiusMetres, metres: metresOf(distance) });
