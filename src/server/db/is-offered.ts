import { and, eq, gte, isNull, or, type Placeholder } from 'drizzle-orm';
import type { Day } from '#shared/day.ts';
import { products } from './schema/products.ts';

/** Whether a product can be ordered at all, for carts and orders alike; how much of it is another question. `today`: in Nairobi. */
export const isOffered = (today: Day | Placeholder) =>
  and(
    isNull(products.deletedAt),
    isNull(products.hiddenAt),
    eq(products.status, 'available'),
    or(isNull(products.expiryDate), gte(products.expiryDate, today)),
  );
