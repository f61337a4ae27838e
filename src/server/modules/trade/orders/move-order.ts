/*
 * The one way in which an order's status changes. The order is held (lockOrder), the transition table of shared/order.ts is asked,
 * the UPDATE names the status that it comes from, and all that follows is written in the same transaction: the event, the stock
 * that comes back, what becomes of the money, and, through the outbox, what is to happen outside.
 */
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { putInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import { NOTICE_VALIDITY_SECONDS, ORDER_DUTY_VALIDITY_SECONDS } from '#shared/limits.ts';
import { type Actor, isEnded, mayMove, type OrderStatus, returnedStatuses } from '#shared/order.ts';
import type { Unit } from '#shared/product.ts';
import { insertContacts } from './contact-queries.ts';
import {
  insertOrderEvents,
  insertStockMovements,
  listReservedLines,
  lockProducts,
  notifyOrderChanged,
  type OrderRow,
  reserveStock,
  returnStock,
  updateOrderStatus,
} from './queries.ts';
import { setPaymentStatus } from './set-payment-status.ts';

export type Move = {
  /** The one status that the step is meant from, where the table allows it from others too. */
  from?: OrderStatus;
  to: OrderStatus;
  by: Actor;
  now: Date;
  reason?: string | null | undefined;
  /** What the step says besides, such as the day of delivery. */
  change?: { deliveryDate?: string | null };
};

/**
 * Moves a held order on.
 * @returns the order as it is now
 * @throws AppError STEP_NOT_ALLOWED when the table has no such step from where it stands
 */
export async function moveOrder(tx: Database, order: OrderRow, { from, to, by, now, reason, change }: Move): Promise<OrderRow> {
  const isFromThere = from === undefined || from === order.status;
  if (!isFromThere || !mayMove(order, { to, by, now }))
    throw new AppError('STEP_NOT_ALLOWED', { facts: { status: order.status } });
  const written = {
    ...change,
    ...momentOf(to, now),
    ...(isEnded(to) && { endedAt: now }),
    notCollectedAt: notCollectedAtAfter(order, { to, by, now }),
    status: to,
    updatedAt: now,
    completedByClock: to === 'completed' && by === 'clock',
  };
  if (!(await updateOrderStatus(tx, { orderId: order.id, from: order.status, change: written }))) {
    throw new AppError('STEP_NOT_ALLOWED');
  }
  await insertOrderEvents(tx, [
    { orderId: order.id, actor: by, subject: 'status', from: order.status, to, reason: reason ?? null, happenedAt: now },
  ]);
  if (to === 'confirmed') await insertContacts(tx, { orderId: order.id });
  const moved = { ...order, ...written };
  // The stock of an order that was not collected is back already, also while the buyer objects.
  const isStockBack = order.notCollectedAt !== null;
  if (!isStockBack && returnedStatuses.some((returned) => returned === to)) await giveBackStock(tx, order.id, now);
  if (isStockBack && to === 'completed') await takeStockAgain(tx, order.id, now);
  const paymentStatus = await followWithMoney(tx, moved, { by, now });
  await askForWhatFollows(tx, { ...moved, paymentStatus }, { by, now, from: order.status });
  await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId, order.farmerId] }]);
  return { ...moved, paymentStatus };
}

function momentOf(to: OrderStatus, now: Date): Partial<OrderRow> {
  switch (to) {
    case 'confirmed':
      return { confirmedAt: now };
    case 'dispatched':
      return { dispatchedAt: now };
    case 'completed':
      return { completedAt: now };
    default:
      return {};
  }
}

/** Stays set while the buyer objects; the operator's decision clears it. */
function notCollectedAtAfter(order: OrderRow, { to, by, now }: Pick<Move, 'to' | 'by' | 'now'>): Date | null {
  if (order.status === 'dispatched' && to === 'cancelled' && by === 'farmer') return now;
  return to === 'disputed' ? order.notCollectedAt : null;
}

async function giveBackStock(tx: Database, orderId: number, now: Date) {
  const { lines, products } = await lockOrderedStock(tx, orderId);
  if (lines.length === 0) return;
  await returnStock(tx, lines);
  await insertStockMovements(
    tx,
    lines.flatMap(({ productId, quantity, unit }) => {
      const returned = { productId, change: quantity, unit, reason: 'returned' as const, movedAt: now };
      // A product that has another unit by now was counted in that, these goods included: so they are booked out again.
      const isGone = products.get(productId)?.unit !== unit;
      return isGone ? [returned, { ...returned, change: -quantity, reason: 'counted' as const }] : [returned];
    }),
  );
}

/**
 * The goods did change hands after all, so they are taken off the stock again. Where others have ordered some of them meanwhile, the
 * farm must have had more than was booked: that much is booked as counted.
 */
async function takeStockAgain(tx: Database, orderId: number, now: Date) {
  const { lines, products } = await lockOrderedStock(tx, orderId);
  if (lines.length === 0) return;
  const taken = lines.map((line) => {
    const product = products.get(line.productId);
    return { ...line, quantity: product?.unit === line.unit ? Math.min(line.quantity, product.quantity) : 0 };
  });
  await reserveStock(tx, taken);
  await insertStockMovements(
    tx,
    lines.flatMap(({ productId, quantity, unit }, at) => {
      const missing = quantity - (taken[at]?.quantity ?? 0);
      const sold = { productId, change: -quantity, unit, reason: 'reserved' as const, movedAt: now };
      return missing > 0 ? [{ ...sold, change: missing, reason: 'counted' as const }, sold] : [sold];
    }),
  );
}

/** An order's lines with their products. Locks these in id order, as checkouts do, so that two orders that end at once can't deadlock. */
async function lockOrderedStock(tx: Database, orderId: number) {
  const lines = await listReservedLines(tx, orderId);
  if (lines.length === 0) return { lines, products: new Map<number, { quantity: number; unit: Unit }>() };
  const rows = await lockProducts(
    tx,
    lines.map(({ productId }) => productId),
  );
  return { lines, products: new Map(rows.map((row) => [row.id, row])) };
}

/** Cash has changed hands with the goods; of a cancelled order, what was paid goes back. @returns the payment status now */
async function followWithMoney(tx: Database, order: OrderRow, { by, now }: { by: Actor; now: Date }) {
  if (order.status === 'completed' && order.paymentMethod === 'Cash on delivery' && order.paymentStatus === 'pending') {
    await setPaymentStatus(tx, order, { to: 'paid', actor: by, now });
    return 'paid';
  }
  if (order.status === 'cancelled' && order.paymentStatus === 'paid') {
    await setPaymentStatus(tx, order, { to: 'refund_due', actor: by, now });
    return 'refund_due';
  }
  return order.paymentStatus;
}

/** Mails to the other side, and what the payments have to do. */
async function askForWhatFollows(tx: Database, order: OrderRow, { by, now, from }: { by: Actor; now: Date; from: OrderStatus }) {
  for (const recipient of ['buyer', 'farmer'] as const) {
    // Nobody is told what they have just done themselves.
    if (recipient === by) continue;
    const isNotCollected = order.status === 'cancelled' && order.notCollectedAt !== null;
    const payload = { orderId: order.id, recipient, about: isNotCollected ? ('notCollected' as const) : order.status, by };
    await putInOutbox(tx, { kind: 'orderChanged', payload, validSeconds: NOTICE_VALIDITY_SECONDS }, now);
  }
  const duty = dutyOf(order.status, from);
  if (duty) await putInOutbox(tx, { kind: duty, payload: { orderId: order.id }, validSeconds: ORDER_DUTY_VALIDITY_SECONDS }, now);
}

function dutyOf(to: OrderStatus, from: OrderStatus) {
  if (to === 'completed') return 'orderCompleted';
  if (to === 'cancelled') return 'orderCancelled';
  return to === 'disputed' && from === 'completed' ? 'orderDisputed' : null;
}
