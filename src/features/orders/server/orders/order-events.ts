import { addNotices, type NewNotice } from '#notifications/server/inbox.ts';
import { orderSubject, paymentTransitions } from '#orders/rules/order.ts';
import type { Actor, Fulfilment, OrderNews, PaymentStatus } from '#orders/rules/order-facts.ts';
import { NOTICE_VALIDITY_SECONDS } from '#rules/limits.ts';
import { letters, outboxKind } from '#server/outbox.ts';
import { type OrderNotice, orderNotices } from '../notices.ts';
import { insertOrderEvents, notifyParties, type OrderRow, updatePaymentStatus } from './queries.ts';

type Side = 'buyer' | 'farmer';
type OrderNotified = {
  id: number;
  buyerId: number | null;
  farmerId: number | null;
  fulfilment?: Fulfilment;
};
type News = { order: OrderNotified; recipients: readonly Side[]; about: OrderNews; by: Actor };

export type OrderChanged = { orderId: number; recipient: Side; about: OrderNews; by: Actor };

export const orderChanged = outboxKind<OrderChanged>({
  kind: 'orderChanged',
  lane: letters,
  validSeconds: NOTICE_VALIDITY_SECONDS,
});

export const orderLink = (orderId: number, side: Side) =>
  side === 'buyer' ? `/orders/${orderId}` : `/farmer/dashboard?tab=orders&order=${orderId}`;

/**
 * Writes a notice, and an outbox message for the mail, in the transaction of the change. The caller
 * notifies open pages.
 */
export async function notifyOrderEvents(tx: Database, news: readonly News[], now: Date) {
  const letters = news.flatMap(({ order, recipients, about, by }) =>
    recipients.map((recipient) => orderChanged({ orderId: order.id, recipient, about, by })),
  );
  await addNotices(tx, { notices: news.flatMap(noticesOf), letters }, now);
}

/** Also tells open pages. */
export async function notifyOrderEvent(tx: Database, news: News, now: Date) {
  await notifyOrderEvents(tx, [news], now);
  await notifyParties(tx, news.order, now);
}

function noticesOf({ order, recipients, about, by }: News): NewNotice<OrderNotice>[] {
  return recipients
    .filter((recipient) => orderNotices[about].to[recipient])
    .map((recipient) => {
      return {
        kind: orderNotices[about],
        userIds: [recipient === 'buyer' ? order.buyerId : order.farmerId],
        subject: orderSubject(order.id),
        link: orderLink(order.id, recipient),
        facts: {
          orderId: order.id,
          ...(order.fulfilment === 'collection' && { isCollected: true }),
        },
        // The clock's steps count as caused by the buyer too.
        causedBy: by === 'buyer' || by === 'clock' ? order.buyerId : null,
      };
    });
}

type Step = { to: PaymentStatus; actor: Actor; now: Date; reason?: string | null };

/** Ignores a move that the table does not have, such as paid -> failed after a late callback. */
export async function setPaymentStatus(
  tx: Database,
  order: Pick<OrderRow, 'id' | 'buyerId' | 'farmerId' | 'paymentStatus'>,
  { to, actor, now, reason = null }: Step,
) {
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
  await notifyParties(tx, order, now);
  return true;
}

function recipientsOf(to: 'paid' | 'refunded', by: Actor): readonly ('buyer' | 'farmer')[] {
  if (to === 'refunded') return ['buyer'];
  return by === 'mpesa' || by === 'operator' ? ['buyer', 'farmer'] : [];
}
