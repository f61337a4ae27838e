import type { Sql, TransactionSql } from 'postgres';
import { createDatabase, type Database, type Run } from './database.ts';
import { DeadlineError, type Deadlines } from './deadlines.ts';
import { type OnLate, runOn } from './open-pool.ts';
import { hasCode, isConnectionGone } from './unavailable.ts';

/** Rejects when the server is silent or the connection is gone, even if the driver still waits. */
export const runTransaction = <T>(
  pool: Sql,
  work: (tx: Database) => Promise<T>,
  deadlines: Deadlines,
): Promise<T> => begin(pool, (tx, running) => work(transactionDatabase(tx, running)), deadlines);

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
};
type Work<T> = (tx: TransactionSql, running: Running) => Promise<T>;

function begin<T>(pool: Sql, work: Work<T>, deadlines: Deadlines): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let commitTimer: NodeJS.Timeout | undefined;
    const milliseconds = deadlines.queryMilliseconds;
    pool
      .begin(async (tx) => {
        try {
          const result = await work(tx, { deadlines, onLate: reject, isOver: () => isOver });
          commitTimer = setTimeout(
            () => reject(new DeadlineError('commit', milliseconds)),
            milliseconds,
          );
          return result;
        } catch (error) {
          if (!isOver && !isConnectionGone(error)) throw error;
          // postgres.js would write "rollback" to a released socket and end the process (its issues
          // 1154 and 1208). The server has already rolled back.
          reject(error);
          return new Promise<never>(() => {});
        }
      })
      .finally(() => {
        isOver = true;
        clearTimeout(commitTimer);
      })
      .then((value) => resolve(value as T), reject);
  });
}

/** The first statement that failed has the real error. */
const AFTER_AN_ERROR = new Set(['25P02']);

function transactionDatabase(tx: TransactionSql, running: Running): Database {
  const run = runOn(tx, running.deadlines, running.onLate);
  let firstError: unknown;
  return createDatabase(
    (statement) => {
      if (running.isOver()) throw new DeadlineError('a transaction whose connection is gone', 0);
      return run({ ...statement, isKept: true }).catch((error) => {
        firstError ??= error;
        throw hasCode(error, AFTER_AN_ERROR) ? firstError : error;
      });
    },
    async (work) =>
      (await tx.savepoint((inner) => work(transactionDatabase(inner, running)))) as Awaited<
        ReturnType<typeof work>
      >,
  );
}
