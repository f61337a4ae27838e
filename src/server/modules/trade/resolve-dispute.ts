import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { type Move, moveOrder } from './orders/move-order.ts';
import { lockOrder } from './orders/queries.ts';

type Decision = { orderId: number; to: 'completed' | 'cancelled'; reason: string; now: Date };

/**
 * The operator says how a dispatched or disputed order ended, in the caller's transaction: the farmer is paid, or the buyer gets
 * the money back.
 * @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED when it is neither
 */
export const decideOrder = (tx: Database, decision: Decision) => moveAsOperator(tx, decision);

/** Likewise of a disputed one. @throws AppError ORDER_NOT_FOUND, STEP_NOT_ALLOWED when it is not disputed */
export const resolveDispute = (tx: Database, decision: Decision) => moveAsOperator(tx, { ...decision, from: 'disputed' });

async function moveAsOperator(tx: Database, { orderId, ...move }: Decision & Pick<Move, 'from'>) {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new AppError('ORDER_NOT_FOUND');
  return moveOrder(tx, order, { ...move, by: 'operator' });
}
