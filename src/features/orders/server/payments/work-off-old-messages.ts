/*
 * Earlier versions wrote an order's payout and refund by outbox messages. Such a server may have
 * left messages behind, or may still run next to this one during an upgrade, so they are processed
 * here. Each handler does what moving the order does today, once, however often it is called. It
 * does nothing if the order's status has changed in the meantime.
 */
import { handledBy } from '#features/notifications/server/handle-messages.ts';
import { outboxKind } from '#features/notifications/server/put-in-outbox.ts';
import { HOUR_SECONDS } from '#platform/rules/durations.ts';
import type { Database } from '#platform/server/db/database.ts';
import { lockOrder, type OrderRow } from '../orders/queries.ts';
import { bookCancellation, bookCompletion, callOffPayout } from './order-money.ts';

type OldMessage = { orderId: number };

export const recordCompletion = (
  db: Database,
  { orderId }: OldMessage,
  { clock }: { clock: () => Date },
) =>
  withOrder(db, orderId, async (tx, order) => {
    if (order.status === 'completed') await bookCompletion(tx, order, clock());
  });

export const recordCancellation = (db: Database, { orderId }: OldMessage) =>
  withOrder(db, orderId, async (tx, order) => {
    if (order.status === 'cancelled') await bookCancellation(tx, orderId);
  });

/** For a buyer's dispute of an order that the clock had completed. */
export const holdPayout = (db: Database, { orderId }: OldMessage) =>
  withOrder(db, orderId, async (tx, order) => {
    if (order.status === 'disputed') await callOffPayout(tx, orderId);
  });

/** Nothing here writes such messages, so the validity has no effect. */
const old = (kind: string) =>
  outboxKind<OldMessage>({ kind, lane: 'money', validSeconds: HOUR_SECONDS });

export const oldMessages = [
  handledBy(old('orderCompleted'), recordCompletion),
  handledBy(old('orderCancelled'), recordCancellation),
  handledBy(old('orderDisputed'), holdPayout),
];

async function withOrder(
  db: Database,
  orderId: number,
  book: (tx: Database, order: OrderRow) => Promise<void>,
) {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order) await book(tx, order);
  });
}
