import { QueryBuilder } from 'drizzle-orm/pg-core';
import { products as table } from './tables.ts';

/**
 * For joins by other features. PostgreSQL plans it like the table itself. Keeps the table's name,
 * so that isOffered applies to it.
 */
export const products = new QueryBuilder()
  .select({
    id: table.id,
    farmerId: table.farmerId,
    name: table.name,
    description: table.description,
    category: table.category,
    crop: table.crop,
    quantity: table.quantity,
    isInStock: table.isInStock,
    unit: table.unit,
    priceCents: table.priceCents,
    pricePerKgCents: table.pricePerKgCents,
    netWeightKg: table.netWeightKg,
    status: table.status,
    harvestDate: table.harvestDate,
    depositPercent: table.depositPercent,
    expiryDate: table.expiryDate,
    hiddenAt: table.hiddenAt,
    deletedAt: table.deletedAt,
  })
  .from(table)
  .as('products');
