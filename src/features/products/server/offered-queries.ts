import { and, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Day } from '#platform/rules/day.ts';
import { products } from './tables.ts';

/**
 * Whether a product can be ordered, regardless of its quantity. The status is a literal, because
 * the partial indexes of `products` contain it as a constant.
 */
export const isOffered = (today: Day | SQL) =>
  and(
    isNull(products.deletedAt),
    isNull(products.hiddenAt),
    sql`${products.status} = 'available'`,
    or(isNull(products.expiryDate), gte(products.expiryDate, sql`${today}::date`)),
    or(isNull(products.depositPercent), gte(products.harvestDate, sql`${today}::date`)),
  );
