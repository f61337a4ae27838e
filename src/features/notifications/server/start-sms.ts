import { SMS_DOWN_SECONDS } from '#features/notifications/rules/limits.ts';
import type { NoticeKinds } from '#features/notifications/rules/notice.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { erasePhoneSecrets } from './sms/prune-queries.ts';
import { delayAllSms, dropExpiredSms, leaseSms, releaseSms } from './sms/queries.ts';
import { sendQueuedSms } from './sms/send-queued-sms.ts';
import type { IsProven } from './sms-causes.ts';
import type { SmsWriter } from './sms-notice.ts';

const INTERVAL_MILLISECONDS = 1000;
const LEASED_AT_ONCE = 10;
/** Longer than it takes to send LEASED_AT_ONCE messages, each within the adapter's deadline. */
const LEASE_SECONDS = 150;

export type SmsNeeds = {
  sms: Sms | null;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  rateLimits: RateLimits;
  isProven: IsProven;
  notices: NoticeKinds;
};

/** Sends waiting SMS once a second until stopped. `stop` waits for the message in progress. */
export function startSms(
  db: Database,
  write: SmsWriter,
  { live, ...services }: SmsNeeds & { live: LiveDatabase },
) {
  const round = async (isStopped: () => boolean) => {
    // In a database that is not live, texts from phones are still erased in time.
    if (await live.isLive()) await sendDueSms(db, { write, isStopped }, services);
    else await erasePhoneSecrets(db, services.clock());
  };
  return repeatRounds(round, {
    pauseMilliseconds: INTERVAL_MILLISECONDS,
    onError: { log: services.log, text: 'the SMS that wait could not be read' },
  });
}

type Sending = { write: SmsWriter; isStopped?: () => boolean };

/**
 * Sends due SMS one after the other, in the order of importance. While the service accepts nothing,
 * all of them wait: when it is back, the order is still that of importance, and expired SMS are
 * dropped.
 * @returns how many were leased
 */
export async function sendDueSms(
  db: Database,
  { write, isStopped = () => false }: Sending,
  services: SmsNeeds,
): Promise<number> {
  const { sms, clock, log } = services;
  if (!sms) return 0;
  let taken = 0;
  await dropExpiredSms(db, clock());
  await erasePhoneSecrets(db, clock());
  while (!isStopped()) {
    const now = clock();
    const due = await leaseSms(db, {
      now,
      leasedUntil: secondsAfter(now, LEASE_SECONDS),
      limit: LEASED_AT_ONCE,
    });
    if (due.length === 0) break;
    for (const [at, message] of due.entries()) {
      const outcome = await sendQueuedSms(db, { message, write }, { ...services, sms });
      if (outcome.kind !== 'down' && outcome.kind !== 'unknown') continue;
      log.warn({ reason: outcome.reason }, 'the SMS service takes nothing at the moment');
      const until = secondsAfter(clock(), SMS_DOWN_SECONDS);
      // An SMS whose answer was lost waits longer, for a report.
      const untried = outcome.kind === 'down' ? due.slice(at) : due.slice(at + 1);
      await releaseSms(db, { ids: untried.map(({ id }) => id), availableAt: until });
      await delayAllSms(db, until);
      return taken + at;
    }
    taken += due.length;
  }
  return taken;
}
