import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { dayInNairobi } from '#shared/day.ts';
import { countOwnProducts } from './stock/queries.ts';

/** How many of a farmer's products are offered today, and how many of those are low in stock. */
export const countProducts = (db: Database, farmerId: number, { clock }: { clock: Clock }) =>
  countOwnProducts(db, { farmerId, today: dayInNairobi(clock()) });
