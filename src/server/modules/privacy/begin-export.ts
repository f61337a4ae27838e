import type { RateLimits } from '#server/rate-limits.ts';

/**
 * Lets a person make one export at a time, and a few an hour: each reads everything there is about them. Counted in the database,
 * so across processes. A running one counts for two minutes at most, in case its process dies: after that the next may begin.
 * @returns what ends it. @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
 */
export async function beginExport(userId: number, { rateLimits }: { rateLimits: RateLimits }): Promise<() => Promise<void>> {
  const key = String(userId);
  await rateLimits.consume('runningExport', key);
  const end = () => rateLimits.forget('runningExport', key);
  try {
    await rateLimits.consume('dataExport', key);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
