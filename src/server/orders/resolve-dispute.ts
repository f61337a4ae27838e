import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { moveOrder } from './move-order.ts';
import { lockOrder } from './queries.ts';

type Resolution = { orderId: number; to: 'completed' | 'cancelled'; reason: string; now: Date };

/**
 * The operator's word on a disputed order, in the caller's transaction: the farmer is paid, or the buyer gets the money back.
 * @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED when it is not disputed
 */
export async function resolveDispute(tx: Database, { orderId, to, reason, now }: Resolution) {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return moveOrder(tx, order, { to, by: 'operator', now, reason });
}
