import type { Actor, OrderNews } from '#features/orders/rules/order-facts.ts';
import type { Language } from '#platform/rules/language.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { insertMessages } from './queries.ts';

/**
 * The payloads of messages, by kind. They contain no secrets: these are created when a message is
 * handled.
 */
export type OutboxPayloads = {
  /** `networks`: keyed hashes of the requester's nested networks, the narrowest first. */
  resetCode: { email: string; language: Language; askedFrom: string; networks: string[] };
  passwordChanged: { userId: number };
  emailAdded: { userId: number };
  /** `formerNumber`: the number to notify if the account has no email. */
  phoneNumberChanged: { userId: number; lastDigits: string; formerNumber?: string };
  phoneNumberReleased: { userId: number; lastDigits: string };
  orderChanged: { orderId: number; recipient: 'buyer' | 'farmer'; about: OrderNews; by: Actor };
  orderReviewed: { orderId: number };
  paymentCallback: { callbackId: number };
  payoutResult: { callbackId: number };
  /** Written by the statement of `notify` (notices/queries.ts). */
  noticeUnread: { noticeId: number };
  photoUploaded: { photoId: number };
  smsReceived: { inboundId: number };
  /** `receivedAt`: in ISO 8601. */
  smsReported: {
    serviceId: string;
    phoneNumber: string;
    status: string;
    failure: string;
    receivedAt: string;
  };
  /** Only earlier versions write the next three. */
  orderCompleted: { orderId: number };
  orderCancelled: { orderId: number };
  orderDisputed: { orderId: number };
};

export type OutboxMessage = {
  [K in keyof OutboxPayloads]: { kind: K; payload: OutboxPayloads[K]; validSeconds: number };
}[keyof OutboxPayloads];

/**
 * Stores a message in the caller's transaction, for work outside the database. It is handled if and
 * only if that transaction commits.
 */
export const putInOutbox = (db: Database, message: OutboxMessage, now: Date) =>
  putAllInOutbox(db, [message], now);

export async function putAllInOutbox(db: Database, messages: OutboxMessage[], now: Date) {
  await insertMessages(
    db,
    messages.map(({ kind, payload, validSeconds }) => {
      return {
        kind,
        payload,
        createdAt: now,
        availableAt: now,
        expiresAt: secondsAfter(now, validSeconds),
      };
    }),
  );
}
