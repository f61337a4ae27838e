import { and, asc, desc, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { firstRow, pick } from '#server/database.ts';
import type { Crop } from '../rules/crops.ts';
import { PRODUCTS_PER_FARM_MAX } from '../rules/product-facts.ts';
import { stockMovements, products as table } from './tables.ts';

/**
 * For joins by other features. PostgreSQL plans it like the table itself. Keeps the table's name,
 * so that isOffered applies to it.
 */
export const products = new QueryBuilder()
  .select(
    pick(
      table,
      'id farmerId name description category crop quantity isInStock unit priceCents',
      'pricePerKgCents netWeightKg status harvestDate depositPercent expiryDate hiddenAt deletedAt',
    ),
  )
  .from(table)
  .as('products');

/**
 * Whether a product can be ordered, regardless of its quantity. The status is a literal, because
 * the partial indexes of `products` contain it as a constant.
 */
export const isOffered = (today: Day | SQL) =>
  and(
    isNull(table.deletedAt),
    isNull(table.hiddenAt),
    sql`${table.status} = 'available'`,
    or(isNull(table.expiryDate), gte(table.expiryDate, sql`${today}::date`)),
    or(isNull(table.depositPercent), gte(table.harvestDate, sql`${today}::date`)),
  );

export const findVisibleProduct = (
  db: Database,
  { productId, today }: { productId: number; today: Day },
) =>
  firstRow(
    db
      .select(pick(table, 'id name farmerId'))
      .from(table)
      .where(and(eq(table.id, productId), isOffered(today))),
  );

export const findGoods = (db: Database, productId: number) =>
  firstRow(
    db.select(pick(table, 'name unit netWeightKg')).from(table).where(eq(table.id, productId)),
  );

type Offered = Pick<typeof table.$inferSelect, 'unit' | 'netWeightKg'> & {
  crop: string;
  productId?: number | undefined;
  today: Day;
};

/**
 * A farm's offer of a crop that is no announced harvest; the one with the largest stock unless one
 * is named. By products_farmer.
 */
export async function findOfferOf(
  db: Database,
  farmerId: number,
  { crop, unit, netWeightKg, productId, today }: Offered,
) {
  const [row] = await db
    .select({ id: table.id, name: table.name, unit: table.unit, netWeightKg: table.netWeightKg })
    .from(table)
    .where(
      and(
        eq(table.farmerId, farmerId),
        productId === undefined ? undefined : eq(table.id, productId),
        eq(table.crop, crop),
        eq(table.unit, unit),
        netWeightKg === null ? undefined : eq(table.netWeightKg, netWeightKg),
        isOffered(today),
        isNull(table.depositPercent),
      ),
    )
    .orderBy(desc(table.quantity), asc(table.id))
    .limit(1);
  return row ?? null;
}

/** Whether a farm offers or has offered a crop or its group. By products_farmer. */
export async function hasGrown(
  db: Database,
  farmerId: number,
  { id, group }: Pick<Crop, 'id' | 'group'>,
): Promise<boolean> {
  const isAlike = or(eq(table.crop, id), eq(table.category, group));
  return (await db.$count(table, and(eq(table.farmerId, farmerId), isAlike))) > 0;
}

export async function findLastProductId(db: Database) {
  const [row] = await db
    .select({ last: sql<number>`coalesce(max(${table.id}), 0)::int` })
    .from(table);
  return row?.last ?? 0;
}

/** The median per crop, in whole shillings. By products_offered_farmer. */
export async function listOwnPrices(db: Database, farmerId: number, today: Day) {
  const rows = await db
    .select({
      crop: table.crop,
      own: sql<number>`floor(percentile_cont(0.5) within group (order by ${table.pricePerKgCents}) / 100 + 0.5)::int`,
    })
    .from(table)
    .where(
      and(
        eq(table.farmerId, farmerId),
        isOffered(today),
        sql`is_in_stock`,
        isNotNull(table.crop),
        isNotNull(table.pricePerKgCents),
      ),
    )
    .groupBy(table.crop)
    .orderBy(asc(table.crop))
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
) {
  const soldOut = db
    .select({
      crop: table.crop,
      days: sql<number>`extract(epoch from max(${stockMovements.movedAt}) - ${table.createdAt}) / 86400`.as(
        'days',
      ),
    })
    .from(table)
    .innerJoin(
      stockMovements,
      and(eq(stockMovements.productId, table.id), eq(stockMovements.reason, 'reserved')),
    )
    .where(
      and(
        eq(table.farmerId, farmerId),
        sql`${table.deletedAt} is null`,
        eq(table.quantity, 0),
        isNotNull(table.crop),
        gte(table.createdAt, since),
      ),
    )
    .groupBy(table.id)
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
