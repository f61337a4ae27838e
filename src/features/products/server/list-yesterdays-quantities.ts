import { dayInNairobi, endOfDayInNairobi } from '#platform/rules/day.ts';
import type { FarmerCall } from './list-own-products.ts';
import { listMovementsSince, type MovedProduct } from './stock/freshness-queries.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Each product's largest quantity yesterday in Nairobi, because the evening's quantity would be
 * leftovers or "sold out". Leaves out products whose stock has not changed since the start of
 * yesterday, that had none, or whose unit has changed since.
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
