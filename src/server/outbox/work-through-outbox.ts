import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import type { OutboxPayloads } from './put-in-outbox.ts';
import { delayMessage, deleteExpiredMessages, deleteMessage, leaseMessages } from './queries.ts';

export type OutboxHandlers = { [K in keyof OutboxPayloads]: (payload: OutboxPayloads[K]) => Promise<void> };

/** How much one round takes. */
export const OUTBOX_BATCH = 20;
/** Longer than a handler can take; a worker that dies gives its messages back by letting this run out. */
const LEASE_SECONDS = 60;
const RETRY_BASE_SECONDS = 2;
const RETRY_MAX_SECONDS = 300;

/**
 * Does what is due, each message outside any transaction, so that a slow mail server holds no connection. At least once: a
 * worker killed between doing and deleting leaves a message that is done again. What fails is tried later, until it expires.
 * @returns how many were taken
 */
export async function workThroughOutbox(db: Database, handlers: OutboxHandlers, { clock, log }: Pick<Services, 'clock' | 'log'>) {
  const now = clock();
  await deleteExpiredMessages(db, now);
  const messages = await leaseMessages(db, { now, leasedUntil: secondsAfter(now, LEASE_SECONDS), limit: OUTBOX_BATCH });
  await Promise.all(
    messages.map(async ({ id, kind, payload, attempts }) => {
      try {
        await handle(handlers, kind, payload);
        await deleteMessage(db, id);
      } catch (error) {
        const delaySeconds = Math.min(RETRY_BASE_SECONDS * 2 ** (attempts - 1), RETRY_MAX_SECONDS);
        log.warn({ err: error, kind, attempts, delaySeconds }, 'an outbox message failed and is tried again');
        await delayMessage(db, { id, availableAt: secondsAfter(clock(), delaySeconds) });
      }
    }),
  );
  return messages.length;
}

async function handle(handlers: OutboxHandlers, kind: string, payload: unknown) {
  const handler = (handlers as Record<string, ((payload: never) => Promise<void>) | undefined>)[kind];
  if (!handler) throw new Error(`Nothing handles outbox messages of kind ${kind}`);
  // What was put in by putInOutbox, whose types pair kind and payload.
  await handler(payload as never);
}
