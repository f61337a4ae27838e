import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Lane } from './outbox-lanes.ts';
import type { OutboxPayloads } from './put-in-outbox.ts';
import { delayMessage, deleteExpiredMessages, deleteMessage, leaseMessages } from './queries.ts';

/** Whether a message was tried before, so that part of its work may already be done. */
type Trial = { isRetry: boolean };
export type OutboxHandlers = {
  [K in keyof OutboxPayloads]: (payload: OutboxPayloads[K], trial: Trial) => Promise<void>;
};

/**
 * Longer than any lane's deadline. If a process dies, its messages become available again when the
 * lease expires.
 */
const LEASE_SECONDS = 60;
const RETRY_BASE_SECONDS = 2;
const RETRY_MAX_SECONDS = 300;

/** Thrown by a handler to postpone a message without a failure. */
export class NotNow extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super(`Not before ${until.toISOString()}`);
    this.until = until;
  }
}

type Message = Awaited<ReturnType<typeof leaseMessages>>[number];
type Needs = { clock: Clock; log: Logger };

/** Leases up to `limit` due messages of a lane. */
export async function takeMessages(
  db: Database,
  { lane, limit }: { lane: Lane; limit: number },
  { clock }: Pick<Needs, 'clock'>,
) {
  const now = clock();
  await deleteExpiredMessages(db, now);
  return leaseMessages(db, {
    kinds: lane.kinds,
    now,
    leasedUntil: secondsAfter(now, LEASE_SECONDS),
    limit,
  });
}

type Handling = { message: Message; lane: Lane; handlers: OutboxHandlers };

/**
 * Handles a message at least once, outside any transaction, so that a slow mail server holds no
 * connection. If a process is killed between the work and the deletion, the message is handled
 * again. A message that fails or takes too long is retried until it expires.
 */
export async function handleMessage(
  db: Database,
  { message, lane, handlers }: Handling,
  { clock, log }: Needs,
) {
  const { id, kind, attempts } = message;
  try {
    const what = `an outbox message of kind ${kind}`;
    await within(handle(handlers, message), { what, milliseconds: lane.deadlineSeconds * 1000 });
    await deleteMessage(db, id);
  } catch (error) {
    if (error instanceof NotNow) return delayMessage(db, { id, availableAt: error.until });
    const delaySeconds = Math.min(RETRY_BASE_SECONDS * 2 ** (attempts - 1), RETRY_MAX_SECONDS);
    log.warn(
      { err: error, kind, attempts, delaySeconds },
      'an outbox message failed and is tried again',
    );
    await delayMessage(db, { id, availableAt: secondsAfter(clock(), delaySeconds) });
  }
}

async function handle(handlers: OutboxHandlers, { kind, payload, attempts }: Message) {
  const handler = (
    handlers as Record<string, ((payload: never, trial: Trial) => Promise<void>) | undefined>
  )[kind];
  if (!handler) throw new Error(`Nothing handles outbox messages of kind ${kind}`);
  // A cast, because putInOutbox wrote the payload, and its types pair kind and payload.
  await handler(payload as never, { isRetry: attempts > 1 });
}
