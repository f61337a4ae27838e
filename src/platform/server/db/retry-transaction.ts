import { hasCode } from './unavailable.ts';

const CONFLICTS = new Set(['40P01', '23503']);
const TRIES = 3;

/**
 * Rows are locked in the same order everywhere, so deadlocks should not happen. A reference to a
 * row that was deleted in the meantime fails once, and the retry does not find the row.
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
