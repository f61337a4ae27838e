import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Lane } from './lanes.ts';
import { insertMessages } from './queries.ts';

/** A kind of message. Called with a payload, it makes a message to put in the outbox. */
export type OutboxKind<Payload extends object> = {
  (payload: Payload): OutboxMessage;
  kind: string;
  lane: Lane;
};

export type OutboxMessage = { kind: string; payload: object; validSeconds: number };

type Rules = {
  /** Stored with each message, so don't rename it. */
  kind: string;
  lane: Lane;
  /** How long a message is tried. */
  validSeconds: number;
};

/**
 * Declares a kind of message; `handledBy` adds the use case that handles it. Payloads contain no
 * secrets: these are created when a message is handled.
 */
export function outboxKind<Payload extends object>({
  kind,
  lane,
  validSeconds,
}: Rules): OutboxKind<Payload> {
  return Object.assign((payload: Payload) => ({ kind, payload, validSeconds }), { kind, lane });
}

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
