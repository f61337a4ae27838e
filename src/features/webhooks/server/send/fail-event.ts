import { notify } from '#features/notifications/server/notify.ts';
import { FAILING_SECONDS, PAUSES_SECONDS } from '#features/webhooks/rules/limits.ts';
import { webhookFailedNotice } from '#features/webhooks/rules/notices.ts';
import type { Delivered } from '#features/webhooks/server/receivers.ts';
import type { Role } from '#platform/rules/role.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { updateEvent } from './event-queries.ts';
import type { LockedEvent, TurnWebhook } from './turn-queries.ts';

/** Where the row of the webhooks is. */
const settingsOf: Record<Role, string> = {
  buyer: '/buyer-dashboard?tab=profile#programs',
  farmer: '/farmer/dashboard?tab=settings#programs',
};

/** `isPassing`: the database failed, which says nothing about the event or its receiver. */
type Failure = {
  webhook: TurnWebhook;
  event: LockedEvent;
  delivered: Delivered;
  isPassing?: boolean;
};

/** The columns that every attempt writes. */
export const attemptOf = ({ attempts }: LockedEvent, { status }: Delivered, now: Date) => ({
  attempts: attempts + 1,
  lastTriedAt: now,
  lastStatus: status,
});

/**
 * Tries the event again after a pause, and gives it up after three days of failures that do not
 * pass.
 * @returns whether the webhook should be paused too: its receiver has accepted nothing else since
 */
export async function failEvent(
  tx: Database,
  { webhook, event, delivered, isPassing = false }: Failure,
  now: Date,
): Promise<{ isPaused: boolean }> {
  const { id, lastAcceptedAt, userId, role, url } = webhook;
  const failingSince = event.failingSince ?? now;
  const isGivenUp = !isPassing && secondsAfter(failingSince, FAILING_SECONDS) <= now;
  const isReceiversFault = delivered.problem !== 'unreadable';
  const isPaused =
    isGivenUp && isReceiversFault && (lastAcceptedAt === null || lastAcceptedAt < failingSince);
  const pause = PAUSES_SECONDS[event.attempts] ?? PAUSES_SECONDS[PAUSES_SECONDS.length - 1] ?? 0;
  await updateEvent(tx, event.id, {
    ...attemptOf(event, delivered, now),
    lastProblem: delivered.problem,
    ...(!isPassing && { failingSince }),
    dueAt: secondsAfter(now, pause),
    ...(isGivenUp && { state: 'failed' }),
  });
  if (isGivenUp) {
    const notice = {
      kind: webhookFailedNotice,
      userIds: [userId],
      subject: `webhook/${id}`,
      link: settingsOf[role],
      facts: { host: new URL(url).host, isPaused },
    };
    await notify(tx, [notice], now);
  }
  return { isPaused };
}
