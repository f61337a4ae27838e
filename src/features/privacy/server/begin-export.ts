import { DATA_EXPORTS_PER_HOUR } from '#features/privacy/rules/limits.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { RateLimits, RateRule } from '#platform/server/rate-limits.ts';

// Per user.
const runningExport: RateRule = { name: 'runningExport', points: 1, seconds: 2 * MINUTE_SECONDS };
const dataExport: RateRule = {
  name: 'dataExport',
  points: DATA_EXPORTS_PER_HOUR,
  seconds: HOUR_SECONDS,
};

const RENEWAL_MILLISECONDS = 60_000;

/**
 * Allows a user one export at a time and a few per hour, because each reads all of their data. The
 * counts are in the database, so they apply to all processes. The count of a running export expires
 * after two minutes and is renewed until the export ends. If its process dies, the next export can
 * start after those two minutes.
 * @returns a function that ends the export
 * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
 */
export async function beginExport(
  userId: number,
  { rateLimits }: { rateLimits: RateLimits },
): Promise<() => Promise<void>> {
  const key = String(userId);
  await rateLimits.consume(runningExport, key);
  let renewing = Promise.resolve();
  const renewal = setInterval(() => {
    // One after the other, so that the last one sent is the last to arrive. The next one makes up
    // for a failure.
    renewing = renewing.then(() => rateLimits.renew(runningExport, key)).catch(() => {});
  }, RENEWAL_MILLISECONDS);
  renewal.unref();
  const end = async () => {
    clearInterval(renewal);
    // A renewal in progress would count the export again after its end.
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
