import { AppError } from '#server/app-error.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import type { ErrorCode } from '#shared/errors.ts';

/**
 * Counts one lookup of a client address.
 * @throws AppError TOO_MANY_ATTEMPTS; `failure` when it cannot be counted, because then nothing would hold anybody back
 */
export async function countLookup(
  clientAddress: string,
  { rateLimits, failure }: { rateLimits: RateLimits } & { failure: ErrorCode },
) {
  try {
    await rateLimits.consume('placeLookup', clientAddress);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(failure, {}, error);
  }
}
