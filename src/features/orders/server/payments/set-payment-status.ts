import { paymentTransitions } from '#orders/rules/order.ts';
import type { Actor, PaymentStatus } from '#orders/rules/order-facts.ts';
import { notifyOrderEvents } from '#orders/server/orders/notify-order-events.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  insertOrderEvents,
  notifyOrderChanged,
  type OrderRow,
  updatePaymentStatus,
} from '../orders/queries.ts';

type Step = { to: PaymentStatus; actor: Actor; now: Date; reason?: string | null };

/** Ignores a move that the table does not have, such as paid -> failed after a late callback. */
export async function setPaymentStatus(
  tx: Database,
  order: Pick<OrderRow, 'id' | 'buyerId' | 'farmerId' | 'paymentStatus'>,
  { to, actor, now, reason = null }: Step,
): Promise<boolean> {
  const from = order.paymentStatus;
  if (!paymentTransitions[from].includes(to)) return false;
  const change = { paymentStatus: to, updatedAt: now, ...(to === 'paid' && { paidAt: now }) };
  if (!(await updatePaymentStatus(tx, { orderId: order.id, from, change }))) return false;
  await insertOrderEvents(tx, [
    { orderId: order.id, actor, subject: 'paymentStatus', from, to, reason, happenedAt: now },
  ]);
  if (to === 'paid' || to === 'refunded') {
    await notifyOrderEvents(
      tx,
      [{ order, recipients: recipientsOf(to, actor), about: to, by: actor }],
      now,
    );
  }
  await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId, order.farmerId] }], {
    now,
  });
  return true;
}

function recipientsOf(to: 'paid' | 'refunded', by: Actor): readonly ('buyer' | 'farmer')[] {
  if (to === 'refunded') return ['buyer'];
  return by === 'mpesa' || by === 'operator' ? ['buyer', 'farmer'] : [];
}
