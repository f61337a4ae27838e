import { askAboutPayouts } from '#orders/server/payments/payouts/ask-about-payouts.ts';
import { sendPayouts } from '#orders/server/payments/payouts/send-payouts.ts';
import { findMoneyDue } from '#orders/server/payments/pushes/attempt-queries.ts';
import { pushWaiting } from '#orders/server/payments/pushes/push-waiting.ts';
import { sweepAttempts } from '#orders/server/payments/pushes/sweep-attempts.ts';
import { repeatWhenDue, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { RunningServices } from '#platform/server/feature.ts';

const INTERVAL_MAX_SECONDS = 5;

export function startPaymentClock(db: Database, { live, listen, ...services }: RunningServices) {
  const { mpesa, limits, log, clock } = services;
  if (!mpesa) return { stop: async () => {} };
  const findDue = () => findMoneyDue(db, { areSent: mpesa.payouts !== null });
  const round = async () => {
    if (!(await live.isLive())) return null;
    const dueAt = await findDue();
    if (!dueAt || dueAt > clock()) return dueAt;
    for (const part of [pushWaiting, sweepAttempts, sendPayouts, askAboutPayouts]) {
      try {
        await part(db, services);
      } catch (error) {
        log.warn({ err: error }, 'payments could not be looked through');
      }
    }
    const nextAt = await findDue();
    // Some payouts stay due, such as those that are too small to send.
    const pauseSeconds = Math.min(limits.mpesaSweepSeconds, INTERVAL_MAX_SECONDS);
    const soonestAt = secondsAfter(clock(), pauseSeconds);
    return nextAt && nextAt < soonestAt ? soonestAt : nextAt;
  };
  const onError = { log, text: 'the payment clock missed a round' };
  return repeatWhenDue(round, { clock, listen, tables: ['payment_attempts', 'payouts'], onError });
}
