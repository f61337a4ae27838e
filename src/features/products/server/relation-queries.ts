import { and, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Day } from '#platform/rules/day.ts';
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
