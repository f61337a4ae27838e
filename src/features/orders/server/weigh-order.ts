import { figureText } from '#rules/amounts.ts';
import { AppError } from '#server/app-error.ts';
import { retryTransaction } from '#server/database.ts';
import { WEIGHINGS_MAX } from '../rules/limits.ts';
import { isWeighable, mayPayDifference } from '../rules/order.ts';
import { isOnTheWay } from '../rules/order-facts.ts';
import type { WeighOrder } from '../rules/order-input.ts';
import { isSoldByWeight, weightLimits } from '../rules/settlement.ts';
import { getBuyerOrder, getFarmerOrder } from './list-orders.ts';
import { lockOwnOrder, refuseOtherWeighing, stepNotAllowed } from './orders/move-order.ts';
import { notifyOrderEvent } from './orders/order-events.ts';
import { notifyParties, updateOrder } from './orders/queries.ts';
import { findBlockingAttempt, findPushOnTheWay } from './payments/pushes/attempt-queries.ts';
import { settlePayment } from './payments/pushes/settle-payment.ts';
import {
  type ChangeableLine,
  listChangeableLines,
  updateLine,
} from './settlement/refund-queries.ts';
import { findAmountDue } from './settlement/settle-order.ts';

type WeighCall = PersonCall<'clock' | 'secret'>;

/**
 * Lines, total and stock change when the order is completed. Each weighing has its own code, which
 * agrees to its weights.
 */
export async function weighOrder(call: WeighCall, weighing: WeighOrder) {
  const { orderId } = weighing;
  const own = { orderId, farmerId: call.user.id };
  await retryTransaction(call.db, (tx) => weigh(tx, { own, weighing }, call.clock()));
  return getFarmerOrder(call, { orderId });
}

type Weighing = { own: { orderId: number; farmerId: number }; weighing: WeighOrder };

async function weigh(tx: Database, { own, weighing }: Weighing, now: Date) {
  const order = await lockOwnOrder(tx, own);
  const { id } = order;
  if (!isWeighable(order)) throw stepNotAllowed(order);
  const lines = await listChangeableLines(tx, id);
  const changed = weighing.lines.flatMap(({ lineId, weight }) => {
    const line = lines.find((one) => one.id === lineId);
    if (!line) throw new AppError('ORDER_LINE_NOT_FOUND', { field: 'lines' });
    const weighedQuantity = weight === line.quantity ? null : weight;
    if (weighedQuantity === line.weighedQuantity) return [];
    const refusal = weightRefusal(line, weight);
    if (refusal) throw refusal;
    return [{ lineId, weighedQuantity }];
  });
  if (changed.length === 0) return;
  if (weighing.weighingSeen !== undefined && weighing.weighingSeen !== order.weighing)
    throw new AppError('WEIGHED_ELSEWHERE');
  if (order.weighing >= WEIGHINGS_MAX) throw new AppError('WEIGHED_TOO_OFTEN');
  for (const { lineId, weighedQuantity } of changed)
    await updateLine(tx, lineId, { weighedQuantity });
  await updateOrder(tx, id, { weighing: order.weighing + 1, updatedAt: now });
  const news = { order, recipients: ['buyer'], about: 'weighed', by: 'farmer' } as const;
  await notifyOrderEvent(tx, news, now);
}

export function weightRefusal(
  line: Pick<ChangeableLine, 'id' | 'name' | 'unit' | 'quantity'>,
  weight: number,
): AppError | null {
  const { id: lineId, name, quantity } = line;
  if (!isSoldByWeight(line))
    return new AppError('NOT_SOLD_BY_WEIGHT', { field: 'lines', inputs: { name } });
  const { least, most } = weightLimits(quantity);
  if (weight >= least && weight <= most) return null;
  return new AppError('WEIGHT_OUT_OF_RANGE', {
    field: 'lines',
    inputs: { name, least: figureText(least), most: figureText(most) },
    facts: { lineId, least, most },
  });
}

type Leaving = { orderId: number; weighingSeen?: number | undefined };

export async function leaveDifference(call: WeighCall, { orderId, weighingSeen }: Leaving) {
  await call.db.transaction(async (tx) => {
    const order = await lockOwnOrder(tx, { orderId, buyerId: call.user.id });
    const { id, status, weighing, weighingLeft } = order;
    refuseOtherWeighing(order, weighingSeen);
    if (isOnTheWay(status) && weighing > 0 && weighing === weighingLeft) return;
    if (!mayPayDifference(order) || (await findAmountDue(tx, order)) === 0)
      throw stepNotAllowed(order);
    if (await findBlockingAttempt(tx, id)) throw new AppError('PAYMENT_UNDER_WAY');
    const now = call.clock();
    await updateOrder(tx, id, { weighingLeft: weighing, updatedAt: now });
    await notifyParties(tx, order, now);
  });
  return getBuyerOrder(call, { orderId });
}

/**
 * The callback may come later than the goods. Not in a transaction, because it waits for M-Pesa.
 */
export async function askAboutDifference(
  call: Parameters<typeof settlePayment>[2] & PersonCall,
  { orderId }: { orderId: number },
) {
  const push = await findPushOnTheWay(call.db, { orderId, userId: call.user.id });
  if (push) await settlePayment(call.db, { attemptId: push.id }, call);
}
