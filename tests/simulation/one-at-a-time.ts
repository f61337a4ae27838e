import {
  type Connection,
  type Interception,
  interceptDatabase,
} from '#platform/server/db/database.ts';

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
        inTurn(() => transaction(work)),
    }),
  };
}
