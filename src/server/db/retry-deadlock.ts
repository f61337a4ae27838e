const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Runs a transaction again that the database ended to free another. Rows are held in one order everywhere, so this should not
 * happen; where it does after all, nobody need hear of it.
 */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

function isDeadlock(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === DEADLOCK) return true;
  return false;
}
