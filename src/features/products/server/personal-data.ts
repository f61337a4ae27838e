import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { describedColumns, products, stockMovements } from './tables.ts';

export const productData: PersonalData<unknown> = {
  lists: {
    'farm.products': readProducts,
    'farm.stockMovements': readMovements,
  },
};

async function readProducts(db: Database, farmerId: number, { limit, offset }: Rows) {
  return db
    .select({
      ...describedColumns,
      status: products.status,
      freshUntil: products.freshUntil,
      askedAt: products.askedAt,
      capturedMetresFromFarm: products.capturedMetresFromFarm,
      capturedPositionAt: products.capturedPositionAt,
      updatedAt: products.updatedAt,
      deletedAt: products.deletedAt,
    })
    .from(products)
    .where(eq(products.farmerId, farmerId))
    .orderBy(asc(products.id))
    .limit(limit)
    .offset(offset);
}

async function readMovements(db: Database, farmerId: number, { limit, offset }: Rows) {
  return db
    .select({
      productId: stockMovements.productId,
      change: stockMovements.change,
      unit: stockMovements.unit,
      reason: stockMovements.reason,
      movedAt: stockMovements.movedAt,
    })
    .from(stockMovements)
    .innerJoin(products, eq(products.id, stockMovements.productId))
    .where(eq(products.farmerId, farmerId))
    .orderBy(asc(stockMovements.id))
    .limit(limit)
    .offset(offset);
}
