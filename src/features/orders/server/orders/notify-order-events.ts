import { addNotices, type NewNotice } from '#notifications/server/notify.ts';
import { orderSubject } from '#orders/rules/order.ts';
import type { Actor, Fulfilment, OrderNews } from '#orders/rules/order-facts.ts';
import { NOTICE_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import type { Database } from '#platform/server/db/database.ts';
import { letters, outboxKind } from '#platform/server/outbox.ts';
import { type OrderNotice, orderNotices } from '../notices.ts';

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
export async function notifyOrderEvents(
  tx: Database,
  news: readonly News[],
  now: Date,
): Promise<void> {
  const letters = news.flatMap(({ order, recipients, about, by }) =>
    recipients.map((recipient) => orderChanged({ orderId: order.id, recipient, about, by })),
  );
  await addNotices(tx, { notices: news.flatMap(noticesOf), letters }, now);
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
