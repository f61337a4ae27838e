import { and, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Day } from '#platform/rules/day.ts';
import { products } from './tables.ts';

/**
 * Whether a product can be ordered on a day in Nairobi, for the catalogue, carts, orders and the
 * farmer's overview alike. How much of it is left is another question. The status is written out
 * because the partial indexes of `products` have it as a constant.
 */
export const isOffered = (today: Day | SQL) =>
  and(
    isNull(products.deletedAt),
    isNull(products.hiddenAt),
    sql`${products.status} = 'available'`,
    or(isNull(products.expiryDate), gte(products.expiryDate, sql`${today}::date`)),
  );
