/*
 * The only code that changes an order's status. The caller has locked the order (lockOrder).
 * orders/rules/transitions.ts decides whether the step is possible and names its effects.
 */

import { isToPay } from '#orders/rules/order.ts';
import {
  type Actor,
  isDisputed,
  isEnded,
  isOnTheWay,
  isToAnswer,
  type OrderStatus,
  type PaymentStatus,
} from '#orders/rules/order-facts.ts';
import { isPreOrder, type Transition, transitionOf } from '#orders/rules/transitions.ts';
import type { PriceRecords } from '#products/server/set-quantities.ts';
import type { JudgedMoment } from '#rules/fields.ts';
import { AppError } from '#server/app-error.ts';
import { giveBackStock, takeReleasedStock, takeStockAgain } from '../order-stock.ts';
import { releaseRefunds } from '../settlement/refund-queries.ts';
import {
  bookCancellation,
  bookCompletion,
  callOffPayout,
  refuseWhileDifferenceIsPaid,
  returnDeposit,
  returnDifference,
  settleCovered,
  takeCredit,
} from '../settlement/settle-order.ts';
import { finishWeighing } from '../settlement/weighed-order.ts';
import { notifyOrderEvent, setPaymentStatus } from './order-events.ts';
import {
  insertContacts,
  insertOrderEvents,
  lockOrder,
  type OrderRow,
  updateOrderStatus,
} from './queries.ts';

export type Move = {
  from?: readonly OrderStatus[];
  to: OrderStatus;
  by: Actor;
  now: Date;
  priceRecords: PriceRecords;
  reason?: string | null | undefined;
  /** Only evidence: deadlines use `now`. */
  taken?: JudgedMoment;
  /** The stock is not put on offer again. */
  areGoodsGone?: boolean;
  change?: { deliveryDate?: string | null };
};

type Followed = Pick<Move, 'by' | 'now' | 'priceRecords'>;

export async function moveOrder(
  tx: Database,
  order: OrderRow,
  { from, to, by, now, priceRecords, reason, taken, areGoodsGone = false, change }: Move,
): Promise<OrderRow> {
  const isFromThere = from?.includes(order.status) ?? true;
  if (isFromThere && to === 'dispatched' && isToPay(order))
    throw new AppError('ORDER_NOT_PAID', {
      facts: { status: order.status, paymentStatus: order.paymentStatus },
    });
  refusePreOrder(order, to);
  const step = isFromThere ? transitionOf(order, { to, by, now }) : undefined;
  if (!step) throw stepNotAllowed(order);
  const { stamps, stock, money, tells = to } = step;
  if (money === 'bookCompletion' && (by === 'buyer' || by === 'farmer'))
    await refuseWhileDifferenceIsPaid(tx, order, { by, now });
  const written = {
    ...change,
    // The operator's decision clears it.
    notCollectedAt: isDisputed(to) ? order.notCollectedAt : null,
    ...(stamps && { [stamps]: now }),
    ...(isEnded(to) && { endedAt: now }),
    stockReleasedAt: stock === 'takeReleased' ? null : order.stockReleasedAt,
    status: to,
    updatedAt: now,
    completedByClock: money === 'bookCompletion' && by === 'clock',
  };
  if (!(await updateOrderStatus(tx, { orderId: order.id, from: order.status, change: written }))) {
    throw new AppError('STEP_NOT_ALLOWED');
  }
  await insertOrderEvents(tx, [
    {
      orderId: order.id,
      actor: by,
      subject: 'status',
      from: order.status,
      to,
      reason: reason ?? null,
      happenedAt: now,
      ...taken,
    },
  ]);
  if (stamps === 'confirmedAt') await insertContacts(tx, order.id);
  const moved = { ...order, ...written };
  // A "not collected" report or the end of an unproven buyer's reservation may have returned the
  // stock.
  const isStockBack = order.notCollectedAt !== null || order.stockReleasedAt !== null;
  if (!isStockBack && stock === 'giveBack')
    await giveBackStock(tx, order.id, { now, isGone: areGoodsGone });
  if (isStockBack && stock === 'takeAgain') await takeStockAgain(tx, order.id, now);
  if (isStockBack && stock === 'takeReleased') await takeReleasedStock(tx, order.id, now);
  const followed = { by, now, priceRecords };
  const final = money === 'bookCompletion' ? await finishWeighing(tx, moved, followed) : moved;
  const paymentStatus = money
    ? await moneyEffects[money](tx, final, followed)
    : final.paymentStatus;
  const recipients = (['buyer', 'farmer'] as const).filter((recipient) => recipient !== by);
  await notifyOrderEvent(tx, { order: moved, recipients, about: tells, by }, now);
  return { ...final, paymentStatus };
}

export const stepNotAllowed = ({ status }: Pick<OrderRow, 'status'>) =>
  new AppError('STEP_NOT_ALLOWED', { facts: { status } });

export function refusePreOrder(order: OrderRow, to: OrderStatus) {
  if (to === 'confirmed' && isToAnswer(order.status) && isPreOrder(order))
    throw new AppError('HARVEST_NOT_DECLARED', { facts: { status: order.status } });
}

type MoneyEffect = (tx: Database, order: OrderRow, followed: Followed) => Promise<PaymentStatus>;

const moneyEffects: Record<NonNullable<Transition['money']>, MoneyEffect> = {
  async takeCredit(tx, order, { by, now }) {
    if (order.paymentMethod !== 'M-Pesa') return order.paymentStatus;
    return settleCovered(tx, await takeCredit(tx, order), { actor: by, now });
  },
  async returnDeposit(tx, order, { now }) {
    await returnDeposit(tx, order, now);
    return order.paymentStatus;
  },
  async releaseRefunds(tx, order, { now }) {
    await releaseRefunds(tx, order.id, now);
    return order.paymentStatus;
  },
  async bookCompletion(tx, order, { by, now, priceRecords }) {
    const isCashHandedOver =
      order.paymentMethod === 'Cash on delivery' && order.paymentStatus === 'pending';
    if (isCashHandedOver) await setPaymentStatus(tx, order, { to: 'paid', actor: by, now });
    const paymentStatus = isCashHandedOver ? 'paid' : order.paymentStatus;
    if (paymentStatus === 'paid') await priceRecords.recordPaid(tx, order.id, now);
    await bookCompletion(tx, { ...order, paymentStatus }, now);
    await returnDifference(tx, { ...order, paymentStatus }, now);
    return paymentStatus;
  },
  async bookCancellation(tx, order, { by, now }) {
    const isPaid = order.paymentStatus === 'paid';
    if (isPaid) await setPaymentStatus(tx, order, { to: 'refund_due', actor: by, now });
    await bookCancellation(tx, order, now);
    return isPaid ? 'refund_due' : order.paymentStatus;
  },
  async callOffPayout(tx, order) {
    await callOffPayout(tx, order.id);
    return order.paymentStatus;
  },
};

export type Party = { orderId: number; buyerId: number } | { orderId: number; farmerId: number };

export async function lockOwnOrder(tx: Database, party: Party): Promise<OrderRow> {
  const order = await lockOrder(tx, party.orderId);
  const isOwn =
    'buyerId' in party ? order?.buyerId === party.buyerId : order?.farmerId === party.farmerId;
  if (!order || !isOwn) throw new AppError('ORDER_NOT_FOUND');
  return order;
}

export function refuseOtherWeighing(
  { weighing, status }: Pick<OrderRow, 'weighing' | 'status'>,
  weighingSeen: number | undefined,
) {
  if (isOnTheWay(status) && weighingSeen !== undefined && weighingSeen !== weighing)
    throw new AppError('WEIGHED_MEANWHILE');
}
