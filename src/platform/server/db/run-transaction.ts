import type { Sql, TransactionSql } from 'postgres';
import { type CommitWith, createDatabase, type Database, type Run } from './database.ts';
import { DeadlineError, type Deadlines } from './deadlines.ts';
import { type OnLate, runOn } from './open-pool.ts';
import { hasCode, isConnectionGone } from './unavailable.ts';

/**
 * Once the server is silent or the connection gone, it rejects at once, whatever the driver still
 * waits for.
 */
export const runTransaction = <T>(
  pool: Sql,
  work: (tx: Database) => Promise<T>,
  deadlines: Deadlines,
): Promise<T> =>
  begin(
    pool,
    (tx, running, sendWithCommit) => work(transactionDatabase(tx, running, sendWithCommit)),
    deadlines,
  );

/**
 * Sends each statement in a transaction with a time limit of its own, where the session cannot have
 * one.
 */
export const runLimited =
  (
    pool: Sql,
    { deadlines, statementMilliseconds }: { deadlines: Deadlines; statementMilliseconds: number },
  ): Run =>
  (statement) =>
    begin(
      pool,
      async (tx, { onLate }) => {
        const run = runOn(tx, deadlines, onLate);
        await run({
          text: `set local statement_timeout = ${statementMilliseconds}`,
          values: [],
          rowsAs: 'objects',
          isKept: false,
        });
        return run(statement);
      },
      deadlines,
    );

type Running = {
  deadlines: Deadlines;
  onLate: OnLate;
  isOver: () => boolean;
  isEnding: () => boolean;
};
type Work<T> = (tx: TransactionSql, running: Running, sendWithCommit: CommitWith) => Promise<T>;

function begin<T>(pool: Sql, work: Work<T>, deadlines: Deadlines): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let isEnding = false;
    let last: Promise<unknown> | undefined;
    let commitTimer: NodeJS.Timeout | undefined;
    const milliseconds = deadlines.queryMilliseconds;
    const sendWithCommit: CommitWith = async (send) => {
      last = send();
      last.catch(() => {});
      // This runs once no promise has anything left to do, so all of them are with the driver by
      // then. It sends the commit after them, and in the same turn of the event loop: a busy
      // process would otherwise keep the rows locked for as long as its next turn takes to come.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      isEnding = true;
    };
    pool
      .begin(async (tx) => {
        try {
          const running = {
            deadlines,
            onLate: reject,
            isOver: () => isOver,
            isEnding: () => isEnding,
          };
          const result = await work(tx, running, sendWithCommit);
          commitTimer = setTimeout(
            () => reject(new DeadlineError('commit', milliseconds)),
            milliseconds,
          );
          return result;
        } catch (error) {
          if (!isOver && !isConnectionGone(error)) throw error;
          // postgres.js would now write "rollback" to a socket that it has let go, outside of any
          // promise, and end the process (its issues 1154 and 1208). The server has rolled back
          // already, so this promise may stay unsettled.
          reject(error);
          return new Promise<never>(() => {});
        }
      })
      .finally(() => {
        isOver = true;
        clearTimeout(commitTimer);
      })
      // After a statement that failed, the server has answered the commit with a rollback.
      .then(async (value) => {
        await last;
        // The driver's type says that lists of promises would be awaited; a use case returns none.
        return value as T;
      })
      .then(resolve, reject);
  });
}

/**
 * The transaction is aborted already. Of statements that were sent together, the first that failed
 * says why, whichever is noticed first.
 */
const AFTER_AN_ERROR = new Set(['25P02']);

function transactionDatabase(
  tx: TransactionSql,
  running: Running,
  sendWithCommit?: CommitWith,
): Database {
  const run = runOn(tx, running.deadlines, running.onLate);
  let firstError: unknown;
  return createDatabase(
    (statement) => {
      if (running.isOver()) throw new DeadlineError('a transaction whose connection is gone', 0);
      // It would be sent after the commit, outside of the transaction.
      if (running.isEnding())
        throw new Error('A statement came after those that were to be sent with the commit');
      // Transactions send the same few texts again and again, so the server keeps them all.
      return run({ ...statement, isKept: true }).catch((error) => {
        firstError ??= error;
        throw hasCode(error, AFTER_AN_ERROR) ? firstError : error;
      });
    },
    async (work) =>
      (await tx.savepoint((inner) => work(transactionDatabase(inner, running)))) as Awaited<
        ReturnType<typeof work>
      >,
    sendWithCommit,
  );
}
