<<<<<<< /work/main/src/features/orders/server/payments/start-payment-clock.ts
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import { type Clock, repeatRounds } from '#platform/server/clock.ts';
import type { Limits } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { PriceRecords } from '#products/server/price-records.ts';
=======
import type { Database } from '#platform/server/db/database.ts';
import type { RunningServices } from '#platform/server/feature.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
>>>>>>> /tmp/tmp1fcfum4d/theirs
import { askAboutPayouts } from './payouts/ask-about-payouts.ts';
import { sendPayouts } from './payouts/send-payouts.ts';
import { pushWaiting } from './pushes/push-waiting.ts';
import { sweepAttempts } from './pushes/sweep-attempts.ts';

const INTERVAL_MAX_SECONDS = 5;

export function startPaymentClock(db: Database, { live, ...services }: RunningServices) {
  const { mpesa, limits, log } = services;
  if (!mpesa) return { stop: async () => {} };
  const round = async () => {
    for (const part of [pushWaiting, sweepAttempts, sendPayouts, askAboutPayouts]) {
      try {
        await part(db, services);
      } catch (error) {
        log.warn({ err: error }, 'payments could not be looked through');
      }
    }
  };
  const pauseMilliseconds = Math.min(limits.mpesaSweepSeconds, INTERVAL_MAX_SECONDS) * 1000;
  return repeatRounds(round, {
    pauseMilliseconds,
    firstPauseMilliseconds: pauseMilliseconds,
    mayRun: live.isLive,
  });
}
