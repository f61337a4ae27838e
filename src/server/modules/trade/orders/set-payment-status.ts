import type { Database } from '#server/db/database.ts';
import { type OutboxMessage, putAllInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import { NOTICE_VALIDITY_SECONDS } from '#shared/limits.ts';
import { type Actor, type PaymentStatus, paymentTransitions } from '#shared/trade/order.ts';
import { insertOrderEvents, notifyOrderChanged, type OrderRow, updatePaymentStatus } from './queries.ts';

type Step = { to: PaymentStatus; actor: Actor; now: Date; reason?: string | null };

/**
 * Moves the payment status of a locked order by the table of shared/trade/order.ts, and writes the event. A move that the table doesn't have,
 * such as paid -> failed after a late callback, is ignored.
 * @returns whether it moved
 */
export async function setPaymentStatus(
  tx: Database,
  order: Pick<OrderRow, 'id' | 'buyerId' | 'farmerId' | 'paymentStatus'>,
  { to, actor, now, reason = null }: Step,
): Promise<boolean> {
  const from = order.paymentStatus;
  if (!paymentTransitions[from].includes(to)) return false;
  const change = { paymentStatus: to, updatedAt: now, ...(to === 'paid' && { paidAt: now }) };
  if (!(await updatePaymentStatus(tx, { orderId: order.id, from, change }))) return false;
  await insertOrderEvents(tx, [{ orderId: order.id, actor, subject: 'paymentStatus', from, to, reason, happenedAt: now }]);
  await putAllInOutbox(tx, mailsAbout(order.id, to, actor), now);
  await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId, order.farmerId] }]);
  return true;
}

/** Mails to both when M-Pesa's money has come, and to the buyer when it has gone back. */
function mailsAbout(orderId: number, to: PaymentStatus, by: Actor): OutboxMessage[] {
  if (to !== 'refunded' && !(to === 'paid' && (by === 'mpesa' || by === 'operator'))) return [];
  const recipients = to === 'paid' ? (['buyer', 'farmer'] as const) : (['buyer'] as const);
  return recipients.map((recipient) => {
    const payload = { orderId, recipient, about: to, by };
    return { kind: 'orderChanged', payload, validSeconds: NOTICE_VALIDITY_SECONDS };
  });
}
