/*
 * Offers from the nearest farm outwards, ordered by (chord, product): two farms in one rounded place share a chord. Left to
 * itself the planner joins all offers with all farms and sorts them, because it has no idea how many farms are near. So the
 * nearest farms are looked up first (farms_sphere, in its own order) and a page is taken from what they offer; only where
 * that doesn't fill it, from all.
 */
import { and, asc, eq, gte, lt, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { reuseQuery } from '#server/db/reuse-query.ts';
import { farms } from '#server/db/schema/farms.ts';
import { products } from '#server/db/schema/products.ts';
import type { OfferFilter } from './offer-filter.ts';
import {
  chord,
  farmColumns,
  farmConditions,
  farmTableConditions,
  isAboutFarms,
  keyOf,
  metresOf,
  offerColumns,
  productColumns,
  productConditions,
} from './offer-queries.ts';
import { measureReach } from './reach-queries.ts';

type NearList = { filter: OfferFilter; after: number[] | null; limit: number };

const afterChord = sql`${sql.placeholder('after0')}::float8`;

/** Enough to fill a page of the usual filters, few enough to look at in a millisecond. */
const NEAR_FARMS = 200;

export async function listNearestOffers(db: Database, list: NearList) {
  const { filter, after, limit } = list;
  const key = (query: string) => keyOf(`${query} ${after !== null} ${limit}`, filter);
  const values = { ...filter, after0: after?.[0], after1: after?.[1] };
  const near = await reuseQuery(db, key('nearest farms'), () => ofNearestFarms(db, list)).execute(values);
  if (near.length >= limit) return near;
  const measured = { ...list, filter: await measureReach(db, filter) };
  if (isAboutFarms(filter) && !measured.filter.isWideReach) {
    return reuseQuery(db, key('farms in reach'), () => ofFarmsInReach(db, measured)).execute(values);
  }
  return reuseQuery(db, key('all by distance'), () => allByDistance(db, measured)).execute(values);
}

/** From the nearest farms alone, without the last of them: others, beyond the limit, may share its chord. */
function ofNearestFarms(db: Database, { filter, after, limit }: NearList) {
  const near = db.$with('near').as(
    db
      .select({ ...farmColumns, chord: chord.as('chord') })
      .from(farms)
      .where(after ? gte(chord, afterChord) : undefined)
      .orderBy(chord)
      .limit(NEAR_FARMS),
  );
  const inOrder = db.select().from(near).orderBy(near.chord).as('in_order');
  const { chord: chordOfNear, ...columns } = columnsOf(inOrder);
  const metres = metresOf(chordOfNear);
  return db
    .with(near)
    .select({
      ...productColumns,
      ...columns,
      distanceMetres: metres,
      chord: chordOfNear,
    })
    .from(inOrder)
    .innerJoin(products, eq(products.farmerId, inOrder.farmId))
    .where(
      and(
        lt(chordOfNear, db.select({ farthest: max(near.chord) }).from(near)),
        farmConditions(filter, { ...columns, metres }),
        productConditions(filter),
        isAfter(chordOfNear, after),
      ),
    )
    .orderBy(chordOfNear, asc(products.id))
    .limit(limit)
    .prepare('nearest');
}

/** Farms by farms_pin_county or farms_sphere, then their offers by products_offered_farmer. */
function ofFarmsInReach(db: Database, { filter, after, limit }: NearList) {
  return db
    .select({ ...offerColumns(filter), chord })
    .from(farms)
    .innerJoin(products, and(eq(products.farmerId, farms.userId), productConditions(filter)))
    .where(and(farmTableConditions(filter), isAfter(chord, after)))
    .orderBy(chord, asc(products.id))
    .limit(limit)
    .prepare('nearest');
}

/** Offers by whichever index finds them, then each one's farm by its key: few, or they had filled a page from near by. */
function allByDistance(db: Database, { filter, after, limit }: NearList) {
  const farm = db
    .select({ ...farmColumns, chord: chord.as('chord') })
    .from(farms)
    .where(eq(farms.userId, products.farmerId))
    .limit(1)
    .as('farm');
  const { chord: chordOfFarm, ...columns } = columnsOf(farm);
  return db
    .select({
      ...productColumns,
      ...columns,
      distanceMetres: metresOf(chordOfFarm),
      chord: chordOfFarm,
    })
    .from(products)
    .innerJoinLateral(farm, sql`true`)
    .where(
      and(
        productConditions(filter),
        farmConditions(filter, { ...columns, metres: metresOf(chordOfFarm) }),
        isAfter(chordOfFarm, after),
      ),
    )
    .orderBy(chordOfFarm, asc(products.id))
    .limit(limit)
    .prepare('nearest');
}

type FarmColumn = keyof typeof farmColumns | 'chord';

/** A subquery's columns by name: its object also holds what is none. */
function columnsOf<Farm extends Record<FarmColumn, unknown>>(farm: Farm): Pick<Farm, FarmColumn> {
  const { farmId, farmName, county, coverageRadiusMetres, gpsAccuracyMetres, isGpsDoubtful, visitedAt, chord: distance } = farm;
  return { farmId, farmName, county, coverageRadiusMetres, gpsAccuracyMetres, isGpsDoubtful, visitedAt, chord: distance };
}

const isAfter = (from: SQLWrapper, after: number[] | null): SQL | undefined =>
  after ? sql`(${from}, ${products.id}) > (${afterChord}, ${sql.placeholder('after1')}::int)` : undefined;
