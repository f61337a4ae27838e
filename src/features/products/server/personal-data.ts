import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { products, stockMovements } from './tables.ts';

export const productData: PersonalData<unknown> = {
  lists: {
    'farm.products': readProducts,
    'farm.stockMovements': readMovements,
  },
};

async function readProducts(db: Database, farmerId: number, { limit, offset }: Rows) {
  return db
    .select({
      id: products.id,
      name: products.name,
      category: products.category,
      crop: products.crop,
      description: products.description,
      quantity: products.quantity,
      unit: products.unit,
      priceCents: products.priceCents,
      netWeightKg: products.netWeightKg,
      isOrganic: products.isOrganic,
      harvestDate: products.harvestDate,
      expiryDate: products.expiryDate,
      status: products.status,
      capturedMetresFromFarm: products.capturedMetresFromFarm,
      capturedPositionAt: products.capturedPositionAt,
      createdAt: products.createdAt,
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
