import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { PRODUCTS_PER_FARM_MAX } from '#products/rules/limits.ts';
import { products, stockMovements } from '#products/server/tables.ts';

/** In id order, so that two bulk updates cannot deadlock. */
export async function lockOwnProducts(
  db: Database,
  { farmerId, productIds }: { farmerId: number; productIds: number[] },
) {
  return db
    .select({
      id: products.id,
      quantity: products.quantity,
      unit: products.unit,
      crop: products.crop,
      harvestDate: products.harvestDate,
    })
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
export async function listMovementsSince(
  db: Database,
  { farmerId, since, today }: Since,
): Promise<MovedProduct[]> {
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
