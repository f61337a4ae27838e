import { type Connection, type Interception, interceptDatabase } from '#server/database.ts';
import { isSimulated } from './faults.ts';

/**
 * The same connection, which runs one statement or one transaction at a time, as the embedded
 * database does. Otherwise the network would decide which of several is first.
 */
export function oneAtATime(connection: Connection): Connection {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  const intercept = (isTransaction: boolean): Interception => ({
    statement: isTransaction ? (send) => send() : inTurn,
    beforeCommit: () => {},
    afterCommit: () => {},
  });
  const db = interceptDatabase(connection.db, intercept);
  const { transaction } = db;
  return {
    ...connection,
    db: Object.assign(db, {
      transaction: <T>(work: Parameters<typeof transaction<T>>[0]) =>
        inTurn(() => rolledBack(transaction, work)),
    }),
  };
}

/**
 * Rolls back what fails in `work`. A simulated loss of the connection does not reach the driver,
 * which would not roll back, because a server does that itself when a connection is really lost.
 */
async function rolledBack<T>(
  transaction: Database['transaction'],
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  let failure: { error: unknown } | undefined;
  try {
    return await transaction(async (tx) => {
      try {
        return await work(tx);
      } catch (error) {
        if (!isSimulated(error)) throw error;
        failure = { error };
        throw new Error('A simulated failure');
      }
    });
  } catch (error) {
    throw failure ? failure.error : error;
  }
}
