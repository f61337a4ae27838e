import { and, asc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { PRODUCTS_PER_FARM_MAX } from '#products/rules/limits.ts';
import { isOffered } from './relation-queries.ts';
import { products, stockMovements } from './tables.ts';

export async function findVisibleProduct(
  db: Database,
  { productId, today }: { productId: number; today: Day },
) {
  const [row] = await db
    .select({ id: products.id, name: products.name, farmerId: products.farmerId })
    .from(products)
    .where(and(eq(products.id, productId), isOffered(today)));
  return row ?? null;
}

export async function findGoods(db: Database, productId: number) {
  const [row] = await db
    .select({ name: products.name, unit: products.unit, netWeightKg: products.netWeightKg })
    .from(products)
    .where(eq(products.id, productId));
  return row ?? null;
}

export async function findLastProductId(db: Database): Promise<number> {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${products.id}), 0)::int` })
    .from(products);
  return row?.last ?? 0;
}

/** The median per crop, in whole shillings. By products_offered_farmer. */
export async function listOwnPrices(
  db: Database,
  farmerId: number,
  today: Day,
): Promise<{ crop: string; own: number }[]> {
  const rows = await db
    .select({
      crop: products.crop,
      own: sql<number>`floor(percentile_cont(0.5) within group (order by ${products.pricePerKgCents}) / 100 + 0.5)::int`,
    })
    .from(products)
    .where(
      and(
        eq(products.farmerId, farmerId),
        isOffered(today),
        sql`is_in_stock`,
        isNotNull(products.crop),
        isNotNull(products.pricePerKgCents),
      ),
    )
    .groupBy(products.crop)
    .orderBy(asc(products.crop))
    .limit(PRODUCTS_PER_FARM_MAX);
  return rows.flatMap(({ crop, own }) => (crop === null ? [] : [{ crop, own }]));
}

/**
 * The median per crop, over products that are sold out now. By products_farmer, and stock_movements
 * by (product_id, id).
 */
export async function listDaysUntilSold(
  db: Database,
  { farmerId, since }: { farmerId: number; since: Date },
): Promise<{ crop: string; days: number }[]> {
  const soldOut = db
    .select({
      crop: products.crop,
      days: sql<number>`extract(epoch from max(${stockMovements.movedAt}) - ${products.createdAt}) / 86400`.as(
        'days',
      ),
    })
    .from(products)
    .innerJoin(
      stockMovements,
      and(eq(stockMovements.productId, products.id), eq(stockMovements.reason, 'reserved')),
    )
    .where(
      and(
        eq(products.farmerId, farmerId),
        sql`${products.deletedAt} is null`,
        eq(products.quantity, 0),
        isNotNull(products.crop),
        gte(products.createdAt, since),
      ),
    )
    .groupBy(products.id)
    .as('sold_out');
  const rows = await db
    .select({
      crop: soldOut.crop,
      days: sql<number>`round(percentile_cont(0.5) within group (order by ${soldOut.days})::numeric, 1)::float8`,
    })
    .from(soldOut)
    .groupBy(soldOut.crop)
    .orderBy(asc(soldOut.crop))
    .limit(PRODUCTS_PER_FARM_MAX);
  return rows.flatMap(({ crop, days }) => (crop === null ? [] : [{ crop, days }]));
}
