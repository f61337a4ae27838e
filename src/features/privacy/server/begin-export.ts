import { DATA_EXPORTS_PER_HOUR } from '#features/privacy/rules/limits.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';

// By person.
const runningExport: RateRule = { name: 'runningExport', points: 1, seconds: 2 * MINUTE_SECONDS };
const dataExport: RateRule = {
  name: 'dataExport',
  points: DATA_EXPORTS_PER_HOUR,
  seconds: HOUR_SECONDS,
};

const RENEWAL_MILLISECONDS = 60_000;

/**
 * Lets a person make one export at a time, and a few an hour: each reads everything there is about
 * them. Counted in the database, and so across processes. The count of a running export lasts two
 * minutes and is renewed until it ends; when its process dies, the next one may begin after those
 * two minutes.
 * @returns a function that ends the export. @throws AppError TOO_MANY_ATTEMPTS with the seconds to
 * wait
 */
export async function beginExport(
  userId: number,
  { rateLimits }: { rateLimits: RateLimits },
): Promise<() => Promise<void>> {
  const key = String(userId);
  await rateLimits.consume(runningExport, key);
  let renewing = Promise.resolve();
  const renewal = setInterval(() => {
    // One after the other, so that the last to be sent is the last to arrive. One that fails is
    // made up for by the next.
    renewing = renewing.then(() => rateLimits.renew(runningExport, key)).catch(() => {});
  }, RENEWAL_MILLISECONDS);
  renewal.unref();
  const end = async () => {
    clearInterval(renewal);
    // A renewal that is under way would count the export again after it has ended.
    await renewing;
    await rateLimits.forget(runningExport, key);
  };
  try {
    await rateLimits.consume(dataExport, key);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
