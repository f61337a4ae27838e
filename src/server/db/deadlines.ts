/*
 * A database that is frozen, or cut off, answers nothing at all: postgres.js would wait for ever, and statement_timeout is the
 * server's own and sleeps with it. So every query and every wait for a connection has a timer here. When it fires, the
 * caller gets a DeadlineError at once; the query itself may still end later, and its outcome is then nobody's: what it wrote
 * is unknown to the caller, as with any lost connection.
 */
import type { Sql, TransactionSql } from 'postgres';
import { isReused } from './reuse-query.ts';
import { writableValues } from './writable-values.ts';

export class DeadlineError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

/** Settles as `work` does, or rejects when it takes too long. */
export function within<T>(work: PromiseLike<T>, { what, milliseconds }: { what: string; milliseconds: number }): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(what, milliseconds)), milliseconds);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

export type Deadlines = { queryMilliseconds: number; connectionMilliseconds: number };

/** What is under way, and how many transactions wait for a connection. */
export type Load = { queries: number; transactions: number; waiting: number };

export const noLoad = (): Load => ({ queries: 0, transactions: 0, waiting: 0 });

/** Counts something as long as it takes. */
export async function counted<T>(load: Load, what: keyof Load, work: PromiseLike<T>): Promise<T> {
  load[what] += 1;
  try {
    return await work;
  } finally {
    load[what] -= 1;
  }
}

type Rows = { forEach(onRow: (row: unknown) => void): PromiseLike<unknown> };
type Pending = Rows & { values(): Rows };
type Queryable = { unsafe(query: string, parameters?: never[], options?: object): Pending };
type OnLate = (error: DeadlineError) => void;

/** With these a connection ends: closed, reset, or told by a server that shuts down. */
const GONE_CODES = ['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01', '57P02', '25P03'];

function isConnectionGone(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && GONE_CODES.includes(String(cause.code))) return true;
  }
  return false;
}

type Asking = { onLate?: OnLate; load?: Load };

/**
 * drizzle calls `unsafe(…)` and, at once or never, `.values()` on what it returns; so the query starts one microtask later. One
 * promise for all that: a page of the catalogue is two queries, and each link of a chain cost it a hundredth of its time.
 *
 * Rows are collected here, one by one. The driver's own array is filled from a counter of the connection that a statement which
 * fails after its first rows leaves where it was: the next answer on that connection would begin with holes (postgres.js 3.4.9,
 * its issues 1119 and 1181).
 */
function deadlined(client: Queryable, { queryMilliseconds }: Deadlines, { onLate, load }: Asking) {
  return (query: string, parameters?: never[], options?: object) => {
    const values = parameters && writableValues(parameters);
    // Only what is kept: drizzle would have the server keep whatever has places for values.
    const pending = client.unsafe(query, values, { ...options, prepare: isReused(query) });
    let rowsAsArrays = false;
    if (load) load.queries += 1;
    const answer = new Promise((resolve, reject) => {
      let isOver = false;
      const end = () => {
        clearTimeout(timer);
        if (load && !isOver) load.queries -= 1;
        isOver = true;
      };
      const timer = setTimeout(() => {
        const late = new DeadlineError('query', queryMilliseconds);
        end();
        onLate?.(late);
        reject(late);
      }, queryMilliseconds);
      queueMicrotask(() => {
        const rows: unknown[] = [];
        const collected = (rowsAsArrays ? pending.values() : pending).forEach((row) => void rows.push(row));
        collected.then(
          () => {
            end();
            resolve(rows);
          },
          (error) => {
            end();
            reject(error);
          },
        );
      });
    });
    return Object.assign(answer, {
      values: () => {
        rowsAsArrays = true;
        return answer;
      },
    });
  };
}

type Pools = { queries: Sql; transactions: Sql };

/** A client that does what drizzle's postgres.js session asks of one, each step within its deadline. */
export function withDeadlines({ queries, transactions }: Pools, deadlines: Deadlines, load: Load): Sql {
  const begin = <T>(work: (tx: TransactionSql) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let tooLate = false;
      load.waiting += 1;
      const timer = setTimeout(() => {
        tooLate = true;
        reject(new DeadlineError('getting a connection', deadlines.connectionMilliseconds));
      }, deadlines.connectionMilliseconds);
      let isWaiting = true;
      const stopWaiting = () => {
        if (isWaiting) load.waiting -= 1;
        isWaiting = false;
      };
      let commitTimer: NodeJS.Timeout | undefined;
      let isEnded = false;
      const isOver = () => isEnded;
      transactions
        .begin(async (tx) => {
          clearTimeout(timer);
          stopWaiting();
          if (tooLate) throw new DeadlineError('getting a connection', deadlines.connectionMilliseconds);
          // A late query rejects the whole at once: the rollback would wait for the same silent server.
          const running = counted(load, 'transactions', work(deadlinedTransaction(tx, { deadlines, onLate: reject, isOver })));
          const result = await running.catch((error: unknown) => {
            if (!isOver() && !isConnectionGone(error)) throw error;
            // postgres.js would now write "rollback" to a socket that it has let go, outside of any promise, and end the
            // process (its issues 1154 and 1208). A transaction without a connection needs none: nobody waits for it.
            reject(error);
            return new Promise<never>(() => {});
          });
          commitTimer = setTimeout(
            () => reject(new DeadlineError('commit', deadlines.queryMilliseconds)),
            deadlines.queryMilliseconds,
          );
          return result;
        })
        .then(
          (value) => resolve(value as T),
          (error) => {
            isEnded = true;
            reject(error);
          },
        )
        .finally(() => {
          stopWaiting();
          clearTimeout(timer);
          clearTimeout(commitTimer);
        });
    });
  // drizzle uses only these three of a client; the cast says that the rest is not there.
  return { options: queries.options, unsafe: deadlined(queries as Queryable, deadlines, { load }), begin } as unknown as Sql;
}

type Transaction = { deadlines: Deadlines; onLate: OnLate; isOver: () => boolean };

function deadlinedTransaction(tx: TransactionSql, { deadlines, onLate, isOver }: Transaction): TransactionSql {
  const unsafe = deadlined(tx as Queryable, deadlines, { onLate });
  return {
    options: (tx as unknown as Sql).options,
    unsafe: (...parameters: Parameters<typeof unsafe>) => {
      if (isOver()) throw new DeadlineError('a transaction whose connection is gone', 0);
      return unsafe(...parameters);
    },
    savepoint: (work: (inner: TransactionSql) => Promise<unknown>) =>
      tx.savepoint((inner) => work(deadlinedTransaction(inner, { deadlines, onLate, isOver }))),
  } as unknown as TransactionSql;
}
