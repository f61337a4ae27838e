import { and, asc, eq, sql } from 'drizzle-orm';
import { farms, metresOf } from '#farms/server/relation-queries.ts';
import { keepStatement } from '#platform/server/db/database.ts';
import { CROP_OFFERS_READ } from '#products/rules/limits.ts';
import { isOffered } from '#products/server/offered-queries.ts';
import { products } from '#products/server/tables.ts';
import { columnsOf } from './nearest-queries.ts';
import { chord, farmColumns, given, offerColumns, productColumns } from './offer-queries.ts';

/** Enough for crops that many farms grow, and few enough to read in 5 milliseconds. */
const NEAR_FARMS = 200;

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
    .limit(NEAR_FARMS)
    .as('near');
  return db
    .select({ ...productColumns, ...columnsOf(near), distanceMetres: metresOf(near.chord) })
    .from(near)
    .innerJoin(products, eq(products.farmerId, near.farmId))
    .where(isOfCrop)
    .orderBy(near.chord, asc(products.pricePerKgCents), asc(products.id))
    .limit(CROP_OFFERS_READ);
});
