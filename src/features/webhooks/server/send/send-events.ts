import { signedHeaders } from '#features/webhooks/server/secrets.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { retryTransaction } from '#platform/server/db/retry-transaction.ts';
import { isDatabaseUnavailable, isTooSlow } from '#platform/server/db/unavailable.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { updateEvent } from './event-queries.ts';
import { attemptOf, failEvent } from './fail-event.ts';
import {
  endTurn,
  findTurn,
  listNextEvents,
  lockEvent,
  type Turn,
  type TurnWebhook,
} from './turn-queries.ts';
import { type ReadyEvent, readyEvent, type Sending } from './write-body.ts';

/** After this a turn makes room for other people's webhooks. */
const SENDING_SECONDS = 25;
/**
 * A turn stops this long before its lease ends, so that no other process sends while it awaits an
 * answer.
 */
const LEASE_MARGIN_SECONDS = 10;
const EVENTS_AT_ONCE = 50;
const REST_BASE_SECONDS = 2;
const REST_MAX_SECONDS = 300;

/** Sends the due events of one webhook, until one is not accepted. */
export async function sendEvents(
  db: Database,
  { webhookId, until }: { webhookId: number; until: string },
  services: Services,
): Promise<void> {
  const { clock } = services;
  const turn = { webhookId, until: new Date(until) };
  const webhook = await findTurn(db, turn);
  if (!webhook) return;
  const endsAt = Math.min(
    secondsAfter(clock(), SENDING_SECONDS).getTime(),
    secondsAfter(turn.until, -LEASE_MARGIN_SECONDS).getTime(),
  );
  for await (const eventId of dueEvents(db, turn, services)) {
    const event = await readOrPostpone(db, { eventId, turn, webhook }, services);
    // After the reading, which may take long.
    if (clock().getTime() >= endsAt) break;
    if (!event) continue;
    const delivered = await deliver(webhook, event, services);
    const now = clock();
    if (delivered.problem !== null) {
      await db.transaction(async (tx) => {
        const { isPaused } = await failEvent(tx, { webhook, event, delivered }, now);
        await rest(tx, { turn, webhook, isPaused }, now);
      });
      return;
    }
    const accepted = { state: 'delivered' as const, failingSince: null, lastProblem: null };
    await updateEvent(db, event.id, { ...accepted, ...attemptOf(event, delivered, now) });
    webhook.lastAcceptedAt = now;
  }
  // Only here: a receiver that accepts one event and hangs on the next must rest longer each time.
  const { lastAcceptedAt } = webhook;
  await endTurn(db, turn, { failures: 0, lastAcceptedAt, leasedUntil: clock() });
}

/** The ids of the events that may be sent now. */
async function* dueEvents(db: Database, turn: Turn, { clock }: Pick<Services, 'clock'>) {
  for (let found = EVENTS_AT_ONCE; found === EVENTS_AT_ONCE; ) {
    const next = await listNextEvents(db, turn, { now: clock(), limit: EVENTS_AT_ONCE });
    for (const { id } of next) yield id;
    found = next.length;
  }
}

/**
 * The event, or null if there is nothing to send. One whose subject cannot be read is tried again
 * later, like one that is not accepted, and holds up no other subject. It is not given up for a
 * fault of the database. While the database is away, this throws, and the outbox repeats the turn.
 */
async function readOrPostpone(db: Database, sending: Sending, services: Services) {
  try {
    return await retryTransaction(() => readyEvent(db, sending, services));
  } catch (error) {
    const { eventId, turn, webhook } = sending;
    services.log.error({ err: error, eventId }, 'the subject of a webhook event could not be read');
    const delivered = { problem: 'unreadable', status: null } as const;
    // A subject that is always too slow to read would never be given up.
    const isPassing = isDatabaseUnavailable(error) && !isTooSlow(error);
    await db.transaction(async (tx) => {
      const event = await lockEvent(tx, eventId, turn);
      if (event) await failEvent(tx, { webhook, event, delivered, isPassing }, services.clock());
    });
    return null;
  }
}

async function deliver(
  webhook: TurnWebhook,
  { messageId, body }: ReadyEvent,
  { clock, secret, receivers }: Services,
) {
  const headers = await signedHeaders(webhook, { messageId, body, now: clock() }, secret);
  return receivers.post(webhook.url, { headers, body });
}

type Resting = { turn: Turn; webhook: TurnWebhook; isPaused: boolean };

/** Ends a turn after a failure. The webhook makes room for others, longer each time. */
async function rest(tx: Database, { turn, webhook, isPaused }: Resting, now: Date) {
  const { failures, lastAcceptedAt } = webhook;
  const restSeconds = Math.min(REST_BASE_SECONDS * 2 ** failures, REST_MAX_SECONDS);
  await endTurn(tx, turn, {
    leasedUntil: now,
    failures: failures + 1,
    restsUntil: secondsAfter(now, restSeconds),
    lastAcceptedAt,
    ...(isPaused && { pausedAt: now }),
  });
}
