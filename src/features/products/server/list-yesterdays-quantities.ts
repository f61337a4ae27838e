import { dayInNairobi, endOfDayInNairobi } from '#platform/rules/day.ts';
import type { FarmerCall } from './list-own-products.ts';
import { listMovementsSince, type MovedProduct } from './stock/quantity-queries.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Each product's quantity yesterday: the largest one between the start and the end of yesterday in
 * Nairobi. A farmer who brings the same goods every morning sets it again. The quantity at the
 * start of today would be the evening's leftovers, and the last count may be the evening's "sold
 * out".
 *
 * Products are left out if their stock has not changed since the start of yesterday (it is still
 * yesterday's), if they did not exist yesterday or had none, or if their unit has changed since,
 * because the earlier quantities are in the other unit.
 */
export async function listYesterdaysQuantities({
  db,
  user,
  clock,
}: FarmerCall): Promise<{ productId: number; quantity: number }[]> {
  const now = clock();
  const today = endOfDayInNairobi(dayInNairobi(new Date(now.getTime() - DAY_MILLISECONDS)));
  const yesterday = new Date(today.getTime() - DAY_MILLISECONDS);
  const moved = await listMovementsSince(db, { farmerId: user.id, since: yesterday, today });
  return moved.flatMap((product) => {
    const quantity = mostOfYesterday(product);
    return quantity > 0 ? [{ productId: product.productId, quantity }] : [];
  });
}

const mostOfYesterday = ({ hasOtherUnit, atStart, mostAfter }: MovedProduct) =>
  hasOtherUnit ? 0 : Math.max(atStart, mostAfter ?? 0);
