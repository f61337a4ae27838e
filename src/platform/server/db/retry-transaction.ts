import { hasCode } from './unavailable.ts';

/** A deadlock, and a row that names another which was erased meanwhile. */
const CONFLICTS = new Set(['40P01', '23503']);
const TRIES = 3;

/**
 * Runs a transaction again that failed because of another one at the same time. Rows are locked in
 * the same order everywhere, so deadlocks should not happen; if one does after all, the caller does
 * not notice. What was erased meanwhile is not found the second time.
 * @param isRetried whether another error is a reason to run it again
 */
export async function retryTransaction<T>(
  run: () => Promise<T>,
  isRetried = (_: unknown) => false,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !(hasCode(error, CONFLICTS) || isRetried(error))) throw error;
    }
  }
}
