import { eq } from 'drizzle-orm';
import type { CreateProduct } from '#products/rules/product.ts';
import { createProduct } from '#products/server/create-product.ts';
import { products, stockMovements } from '#products/server/tables.ts';
import type { Market } from '#tests/setup/market.ts';

export const productForm = (overrides: Partial<CreateProduct> = {}): CreateProduct => ({
  name: 'Sukuma wiki',
  category: 'Vegetables',
  quantity: 120,
  unit: 'kg',
  price: 45.5,
  description: 'Picked this morning',
  ...overrides,
});

export const makeProduct = (
  market: Market,
  farmer: { id: number },
  overrides: Partial<CreateProduct> = {},
) => createProduct({ ...market.services, db: market.db, user: farmer }, productForm(overrides));

export const makePreOrder = (
  market: Market,
  farmer: { id: number },
  overrides: Partial<CreateProduct> = {},
) =>
  makeProduct(market, farmer, {
    quantity: 100,
    price: 50,
    harvestDate: '2026-03-11',
    depositPercent: 30,
    ...overrides,
  });

export async function changeProduct(
  market: Market,
  id: number,
  change: Partial<typeof products.$inferInsert>,
) {
  await market.db.update(products).set(change).where(eq(products.id, id));
}

export const movementsOf = (market: Market, productId: number) =>
  market.db
    .select({ change: stockMovements.change, reason: stockMovements.reason })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId))
    .orderBy(stockMovements.id);
