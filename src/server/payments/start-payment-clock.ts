import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import { askAboutPayouts } from './ask-about-payouts.ts';
import { sendPayouts } from './send-payouts.ts';
import { sweepAttempts } from './sweep-attempts.ts';

const INTERVAL_MAX_SECONDS = 5;

/** Looks for payments to ask about and payouts to send, one round at a time, until stopped; `stop` waits for the round that is running. */
export function startPaymentClock(db: Database, services: Services) {
  const { mpesa, limits, log } = services;
  if (!mpesa) return { stop: async () => {} };
  const milliseconds = Math.min(limits.mpesaSweepSeconds, INTERVAL_MAX_SECONDS) * 1000;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let round = Promise.resolve();

  const next = () => {
    round = work().finally(() => {
      if (!isStopped) timer = setTimeout(next, milliseconds);
    });
  };
  const work = async () => {
    for (const part of [sweepAttempts, sendPayouts, askAboutPayouts]) {
      try {
        await part(db, services);
      } catch (error) {
        log.warn({ err: error }, 'payments could not be looked through');
      }
    }
  };
  timer = setTimeout(next, milliseconds);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
