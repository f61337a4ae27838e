import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Lane } from './lanes.ts';
import { insertMessages } from './queries.ts';

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
  validSeconds: number;
};

/** Payloads contain no secrets. */
export function outboxKind<Payload extends object>({
  kind,
  lane,
  validSeconds,
}: Rules): OutboxKind<Payload> {
  return Object.assign((payload: Payload) => ({ kind, payload, validSeconds }), { kind, lane });
}

/** The message is handled if and only if the caller's transaction commits. */
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
