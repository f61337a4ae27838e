import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { within } from '#platform/server/db/deadlines.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Lane } from './outbox-lanes.ts';
import type { OutboxPayloads } from './put-in-outbox.ts';
import { delayMessage, deleteExpiredMessages, deleteMessage, leaseMessages } from './queries.ts';

/** Whether a message was tried before, so that part of what it asks for may be done already. */
type Trial = { isRetry: boolean };
export type OutboxHandlers = {
  [K in keyof OutboxPayloads]: (payload: OutboxPayloads[K], trial: Trial) => Promise<void>;
};

/**
 * Longer than any lane's deadline; a process that dies gives its messages back by letting this run
 * out.
 */
const LEASE_SECONDS = 60;
const RETRY_BASE_SECONDS = 2;
const RETRY_MAX_SECONDS = 300;

/**
 * A handler throws this for a message that is to be handled at another time: nothing has failed.
 */
export class NotNow extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super(`Not before ${until.toISOString()}`);
    this.until = until;
  }
}

type Message = Awaited<ReturnType<typeof leaseMessages>>[number];
type Needs = { clock: Clock; log: Logger };

/** Takes the messages of a lane that are due, at most so many, for the length of a lease. */
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
 * Does what a message asks for, outside any transaction, so that a slow mail server holds no
 * connection. At least once: a process killed between doing and deleting leaves a message that is
 * done again. One that fails or takes too long is tried later, until it expires.
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
  // What was put in by putInOutbox, whose types pair kind and payload.
  await handler(payload as never, { isRetry: attempts > 1 });
}
