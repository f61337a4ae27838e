import { hasCode } from './unavailable.ts';

const DEADLOCK = new Set(['40P01']);
const TRIES = 3;

/**
 * Runs a transaction again that the database ended to free another. Rows are locked in the same order everywhere, so this should not
 * happen; if it does after all, the caller does not notice.
 */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !hasCode(error, DEADLOCK)) throw error;
    }
  }
}
