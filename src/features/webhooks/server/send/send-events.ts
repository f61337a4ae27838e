import { notify } from '#features/notifications/server/notify.ts';
import { FAILING_SECONDS, PAUSES_SECONDS } from '#features/webhooks/rules/limits.ts';
import { webhookFailedNotice } from '#features/webhooks/rules/notices.ts';
import type { Delivered } from '#features/webhooks/server/receivers.ts';
import { signedHeaders } from '#features/webhooks/server/secrets.ts';
import type { Role } from '#platform/rules/role.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { updateEvent } from './event-queries.ts';
import { endTurn, findTurn, listNextEvents, type Turn, type TurnWebhook } from './turn-queries.ts';
import { readyEvent } from './write-body.ts';

/** After this a turn makes room for other people's webhooks. */
const SENDING_SECONDS = 25;
const EVENTS_AT_ONCE = 50;
const REST_BASE_SECONDS = 2;
const REST_MAX_SECONDS = 300;

/** Where the row of the webhooks is. */
const settingsOf: Record<Role, string> = {
  buyer: '/buyer-dashboard?tab=profile#programs',
  farmer: '/farmer/dashboard?tab=settings#programs',
};

type ReadyEvent = NonNullable<Awaited<ReturnType<typeof readyEvent>>>;

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
  const endsAt = secondsAfter(clock(), SENDING_SECONDS);
  while (clock() < endsAt) {
    const next = await listNextEvents(db, turn, { now: clock(), limit: EVENTS_AT_ONCE });
    for (const { id: eventId } of next) {
      const event = await readyEvent(db, { eventId, turn, webhook }, services);
      if (!event) continue;
      const delivered = await deliver(webhook, event, services);
      const now = clock();
      if (delivered.problem !== null)
        return failEvent(db, { webhook, turn, event, delivered }, now);
      const accepted = { state: 'delivered' as const, failingSince: null, lastProblem: null };
      await updateEvent(db, event.id, { ...accepted, ...attemptOf(event, delivered, now) });
      webhook.lastAcceptedAt = now;
    }
    if (next.length < EVENTS_AT_ONCE) break;
  }
  const { lastAcceptedAt } = webhook;
  await endTurn(db, turn, { failures: 0, lastAcceptedAt, leasedUntil: clock() });
}

async function deliver(
  webhook: TurnWebhook,
  { messageId, body }: ReadyEvent,
  { clock, secret, receivers }: Services,
) {
  const headers = await signedHeaders(webhook, { messageId, body, now: clock() }, secret);
  return receivers.post(webhook.url, { headers, body });
}

const attemptOf = ({ attempts }: ReadyEvent, { status }: Delivered, now: Date) => ({
  attempts: attempts + 1,
  lastTriedAt: now,
  lastStatus: status,
});

type Failure = { webhook: TurnWebhook; turn: Turn; event: ReadyEvent; delivered: Delivered };

/**
 * The event is tried again after a pause, and given up after three days. If the receiver has
 * accepted nothing else since then, the webhook is paused, too.
 */
async function failEvent(
  db: Database,
  { webhook, turn, event, delivered }: Failure,
  now: Date,
): Promise<void> {
  const { lastAcceptedAt, failures, userId, role, url } = webhook;
  const failingSince = event.failingSince ?? now;
  const isGivenUp = secondsAfter(failingSince, FAILING_SECONDS) <= now;
  const isPaused = isGivenUp && (lastAcceptedAt === null || lastAcceptedAt < failingSince);
  const pause = PAUSES_SECONDS[event.attempts] ?? PAUSES_SECONDS[PAUSES_SECONDS.length - 1] ?? 0;
  const restSeconds = Math.min(REST_BASE_SECONDS * 2 ** failures, REST_MAX_SECONDS);
  await db.transaction(async (tx) => {
    await updateEvent(tx, event.id, {
      ...attemptOf(event, delivered, now),
      lastProblem: delivered.problem,
      failingSince,
      dueAt: secondsAfter(now, pause),
      ...(isGivenUp && { state: 'failed' }),
    });
    await endTurn(tx, turn, {
      leasedUntil: now,
      failures: failures + 1,
      restsUntil: secondsAfter(now, restSeconds),
      lastAcceptedAt,
      ...(isPaused && { pausedAt: now }),
    });
    if (!isGivenUp) return;
    const notice = {
      kind: webhookFailedNotice,
      userIds: [userId],
      subject: `webhook/${webhook.id}`,
      link: settingsOf[role],
      facts: { host: new URL(url).host, isPaused },
    };
    await notify(tx, [notice], now);
  });
}
