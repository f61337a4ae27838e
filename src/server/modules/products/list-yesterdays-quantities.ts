import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { dayInNairobi, endOfDayInNairobi } from '#shared/day.ts';
import { listMovementsSince, type MovedProduct } from './stock/queries.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * How much there was of each product yesterday: the most that stood in the list between the start and
 * the end of yesterday in Nairobi. A farmer who brings the same goods every morning sets that again. The start of today would be what
 * was left over in the evening, and the last count may be the "sold out" of the evening.
 *
 * Left out are products that nothing has happened to since the start of yesterday (their quantity is still yesterday's), that were not
 * there yesterday, that had none yesterday, or that have changed their unit since: their former figures count other things.
 */
export async function listYesterdaysQuantities(
  db: Database,
  farmerId: number,
  { clock }: { clock: Clock },
): Promise<{ productId: number; quantity: number }[]> {
  const now = clock();
  const today = endOfDayInNairobi(dayInNairobi(new Date(now.getTime() - DAY_MILLISECONDS)));
  const yesterday = new Date(today.getTime() - DAY_MILLISECONDS);
  const moved = await listMovementsSince(db, { farmerId, since: yesterday, today });
  return moved.flatMap((product) => {
    const quantity = mostOfYesterday(product);
    return quantity > 0 ? [{ productId: product.productId, quantity }] : [];
  });
}

const mostOfYesterday = ({ hasOtherUnit, atStart, mostAfter }: MovedProduct) =>
  hasOtherUnit ? 0 : Math.max(atStart, mostAfter ?? 0);
