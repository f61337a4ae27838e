import { askAboutPayouts } from '#orders/server/payments/payouts/ask-about-payouts.ts';
import { sendPayouts } from '#orders/server/payments/payouts/send-payouts.ts';
import { pushWaiting } from '#orders/server/payments/pushes/push-waiting.ts';
import { sweepAttempts } from '#orders/server/payments/pushes/sweep-attempts.ts';
import { repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RunningServices } from '#platform/server/feature.ts';

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
    onError: { log, text: 'the payment clock missed a round' },
  });
}
