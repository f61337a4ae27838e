import type { ShortHarvest } from '#features/orders/rules/order-input.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import { finishWeighing } from './finish-weighing.ts';
import { shortenLines } from './shorten-lines.ts';

/**
 * The operator divides a locked, disputed order before completing it: the buyer pays only for the
 * given quantities, and what was paid for the rest goes back as after a short harvest.
 * @returns the order with its lower total; null if that is everything or nothing
 * @throws AppError as shortenLines does
 */
export async function divideOrder(
  tx: Database,
  order: OrderRow,
  harvest: ShortHarvest & { now: Date },
): Promise<OrderRow | null> {
  const by = 'operator' as const;
  const weighed = await finishWeighing(tx, order, { by, now: harvest.now });
  const shortened = await shortenLines(tx, weighed, { ...harvest, by });
  return shortened.outcome === 'shortened' ? shortened.order : null;
}
