import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { pick } from '#server/database.ts';
import { crops } from '../rules/crops.ts';
import { PERISHABLE_DAYS_MAX, PRODUCTS_PER_FARM_MAX } from '../rules/product-facts.ts';
import { isOnOffer } from './own-product-queries.ts';
import { products, stockMovements } from './tables.ts';

/** Animals are in the group Other. */
export const perishableCrops: readonly string[] = crops
  .filter(({ group, shelfLifeDays }) => group !== 'Other' && shelfLifeDays <= PERISHABLE_DAYS_MAX)
  .map(({ id }) => id);

/** Few enough that one statement ends in time on a busy database. */
export const FRESHNESS_BATCH = 500;
const FARMERS_PER_ROUND = 500;

/** Skips rows that another transaction is changing. By products_fresh_until. */
export const lockUndated = (tx: Database) =>
  tx
    .select({ id: products.id, crop: products.crop })
    .from(products)
    .where(and(isOnOffer, isNull(products.freshUntil)))
    .orderBy(asc(products.id))
    .limit(FRESHNESS_BATCH)
    .for('update', { skipLocked: true });

type Dated = { id: number; freshUntil: Day };

export async function setFreshUntil(tx: Database, dated: Dated[]) {
  const ids = sql.param(dated.map(({ id }) => id));
  const days = sql.param(dated.map(({ freshUntil }) => freshUntil));
  await tx
    .update(products)
    .set({ freshUntil: sql`dated.fresh_until::date` })
    .from(sql`unnest(${ids}::int[], ${days}::text[]) as dated (id, fresh_until)`)
    .where(eq(products.id, sql`dated.id`));
}

type AskedDays = {
  today: Day;
  lastDay: Day;
  perishableSince: Day;
};

/** The day of the last confirmation, or of the listing. */
const saidOn = sql`coalesce(${products.confirmedOn}, (${products.createdAt} at time zone 'Africa/Nairobi')::date)`;

const isToAsk = ({ today, lastDay, perishableSince }: AskedDays) =>
  and(
    isOnOffer,
    // Bounds the index scan: perishable crops keep no longer.
    lte(products.freshUntil, daysAfter(perishableSince, PERISHABLE_DAYS_MAX)),
    or(
      lte(products.freshUntil, lastDay),
      and(inArray(products.crop, [...perishableCrops]), sql`${saidOn} <= ${perishableSince}::date`),
    ),
    isNull(products.askedAt),
    or(isNull(products.confirmedOn), lt(products.confirmedOn, today)),
    // The farmer has set an earlier last day.
    or(isNull(products.expiryDate), gte(products.expiryDate, products.freshUntil)),
  );

export async function listFarmersToAsk(db: Database, days: AskedDays) {
  const rows = await db
    .selectDistinct({ farmerId: products.farmerId })
    .from(products)
    .where(isToAsk(days))
    .orderBy(asc(products.farmerId))
    .limit(FARMERS_PER_ROUND);
  return rows.map(({ farmerId }) => farmerId);
}

type Asking = AskedDays & { farmerId: number; now: Date };

/**
 * Skips products that an order is taking. Returns the names in id order. By
 * products_offered_farmer.
 */
export async function markAsked(tx: Database, { farmerId, now, ...days }: Asking) {
  const rows = await tx
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(eq(products.farmerId, farmerId), isToAsk(days)))
    .orderBy(asc(products.id))
    .limit(FRESHNESS_BATCH)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  await tx.update(products).set({ askedAt: now }).where(inArray(products.id, ids));
  return rows.map(({ name }) => name);
}

/** By products_fresh_until. */
export async function endUnanswered(
  tx: Database,
  { today, askedBefore }: { today: Day; askedBefore: Date },
) {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        isOnOffer,
        lt(products.freshUntil, today),
        isNotNull(products.askedAt),
        lte(products.askedAt, askedBefore),
      ),
    )
    .orderBy(asc(products.id))
    .limit(FRESHNESS_BATCH)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await tx.update(products).set({ status: 'expired' }).where(inArray(products.id, ids));
  return rows.length;
}

/**
 * Skips offers that another transaction is changing, because the caller holds other products. By
 * products_offered_farmer.
 */
export async function endFreshTime(
  tx: Database,
  { farmerId, today }: Pick<Asking, 'farmerId' | 'today'>,
) {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        isOnOffer,
        eq(products.farmerId, farmerId),
        isNull(products.askedAt),
        sql`${saidOn} < ${today}::date`,
      ),
    )
    .orderBy(asc(products.id))
    .limit(FRESHNESS_BATCH)
    .for('update', { skipLocked: true });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx
    .update(products)
    .set({ freshUntil: sql`least(${products.freshUntil}, ${today}::date)` })
    .where(inArray(products.id, ids));
}

/** In id order, so that two bulk updates cannot deadlock. */
export async function lockOwnProducts(
  db: Database,
  { farmerId, productIds }: { farmerId: number; productIds: number[] },
) {
  return db
    .select(pick(products, 'id quantity unit crop harvestDate'))
    .from(products)
    .where(
      and(
        eq(products.farmerId, farmerId),
        inArray(products.id, productIds),
        isNull(products.deletedAt),
      ),
    )
    .orderBy(products.id)
    .limit(productIds.length)
    .for('update');
}

type Counts = { counts: { productId: number; quantity: number; freshUntil: Day }[]; now: Date };

/** The caller has locked the products. A count confirms them. */
export async function updateQuantities(db: Database, { counts, now }: Counts) {
  const ids = sql.param(counts.map(({ productId }) => productId));
  const quantities = sql.param(counts.map(({ quantity }) => quantity));
  const days = sql.param(counts.map(({ freshUntil }) => freshUntil));
  await db
    .update(products)
    .set({
      quantity: sql`counted.quantity::numeric`,
      status: 'available',
      confirmedOn: dayInNairobi(now),
      freshUntil: sql`counted.fresh_until::date`,
      askedAt: null,
      updatedAt: now,
    })
    .from(
      sql`unnest(${ids}::int[], ${quantities}::float8[], ${days}::text[]) as counted (id, quantity, fresh_until)`,
    )
    .where(eq(products.id, sql`counted.id`));
}

/** Null if nothing changed on that day. */
export type MovedProduct = {
  productId: number;
  quantity: number;
  atStart: number;
  mostAfter: number | null;
  hasOtherUnit: boolean;
};

type Since = { farmerId: number; since: Date; today: Date };

/**
 * The stock after a change is the present quantity without the later changes. By products_farmer,
 * and stock_movements by (product_id, id).
 */
export async function listMovementsSince(db: Database, { farmerId, since, today }: Since) {
  const moved = db
    .select({
      productId: products.id,
      quantity: products.quantity,
      movedAt: stockMovements.movedAt,
      isOtherUnit: sql<boolean>`coalesce(${stockMovements.unit} <> ${products.unit}, false)`.as(
        'is_other_unit',
      ),
      change: stockMovements.change,
      later: sql<number>`sum(${stockMovements.change}) over (
        partition by ${products.id} order by ${stockMovements.id} desc
      ) - ${stockMovements.change}`.as('later'),
    })
    .from(products)
    .innerJoin(
      stockMovements,
      and(eq(stockMovements.productId, products.id), gte(stockMovements.movedAt, since)),
    )
    .where(and(eq(products.farmerId, farmerId), isNull(products.deletedAt)))
    .as('moved');
  const after = sql`${moved.quantity} - ${moved.later}`;
  return db
    .select({
      productId: moved.productId,
      quantity: moved.quantity,
      atStart: sql<number>`(${moved.quantity} - sum(${moved.change}))::float8`,
      mostAfter: sql<
        number | null
      >`(max(${after}) filter (where ${moved.movedAt} < ${today.toISOString()}))::float8`,
      hasOtherUnit: sql<boolean>`bool_or(${moved.isOtherUnit})`,
    })
    .from(moved)
    .groupBy(moved.productId, moved.quantity)
    .orderBy(moved.productId)
    .limit(PRODUCTS_PER_FARM_MAX);
}
