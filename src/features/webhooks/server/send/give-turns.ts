import { type Clock, repeatRounds, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import { type Lane, outboxKind, putAllInOutbox } from '#platform/server/outbox.ts';
import { leaseWebhooks } from './turn-queries.ts';

const lane: Lane = { name: 'webhooks', atOnce: 20, deadlineSeconds: 45, isOutgoing: true };

/** Longer than a message of the lane can take. Then another process takes over. */
const TURN_SECONDS = 60;
const TURNS_AT_ONCE = 100;
const PAUSE_MILLISECONDS = 1000;

/** `until`: the end of the lease, which identifies the turn. */
export const webhookDue = outboxKind<{ webhookId: number; until: string }>({
  kind: 'webhookDue',
  lane,
  validSeconds: TURN_SECONDS,
});

/**
 * One outbox message per webhook with due events, whose handler sends them in sequence. So a
 * webhook has one sender, and a person whose receivers hang occupies one slot of the lane.
 */
export async function giveTurns(db: Database, { clock }: { clock: Clock }): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock();
    const until = secondsAfter(now, TURN_SECONDS);
    const leased = await leaseWebhooks(tx, { now, until, limit: TURNS_AT_ONCE });
    const messages = leased.map(({ webhookId }) =>
      webhookDue({ webhookId, until: until.toISOString() }),
    );
    if (messages.length > 0) await putAllInOutbox(tx, messages, now);
  });
}

type Needs = { clock: Clock; log: Logger; live: LiveDatabase };

export const startGivingTurns = (db: Database, { live, log, clock }: Needs) =>
  repeatRounds(() => giveTurns(db, { clock }), {
    pauseMilliseconds: PAUSE_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log, text: 'due webhooks could not be read' },
  });
