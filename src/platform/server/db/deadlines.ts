/*
 * postgres.js waits forever for a frozen database, and statement_timeout freezes with it, so every
 * wait has a timer. The query may still finish after the DeadlineError, so the caller cannot know
 * whether it wrote.
 */

export class DeadlineError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

export type Deadlines = { queryMilliseconds: number; connectionMilliseconds: number };

type Limit = {
  what: string;
  milliseconds: number;
  onLate?: ((error: DeadlineError) => void) | undefined;
};

export function within<T>(work: PromiseLike<T>, { what, milliseconds, onLate }: Limit): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new DeadlineError(what, milliseconds);
      onLate?.(error);
      reject(error);
    }, milliseconds);
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

export type Load = { queries: number; transactions: number; waiting: number };

export const noLoad = (): Load => ({ queries: 0, transactions: 0, waiting: 0 });

export async function counted<T>(load: Load, what: keyof Load, work: PromiseLike<T>): Promise<T> {
  load[what] += 1;
  try {
    return await work;
  } finally {
    load[what] -= 1;
  }
}

type Turn<Tx, T> = { load: Load; what: string; milliseconds: number; work: (tx: Tx) => Promise<T> };

export async function inTurn<Tx, T>(
  begin: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  { load, work, ...limit }: Turn<Tx, T>,
): Promise<T> {
  let hasBegun = () => {};
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve;
  });
  let late: DeadlineError | undefined;
  const outcome = begin(async (tx) => {
    hasBegun();
    if (late) throw late;
    return counted(load, 'transactions', work(tx));
  });
  outcome.then(hasBegun, hasBegun);
  const onLate = (error: DeadlineError) => {
    late = error;
  };
  await within(counted(load, 'waiting', begun), { ...limit, onLate });
  return outcome;
}

const GONE_CODES = new Set(
  'CONNECTION_CLOSED CONNECTION_DESTROYED ECONNRESET EPIPE ETIMEDOUT 57P01 57P02 25P03'.split(' '),
);

/**
 * Starting (57P03), timed out (57014, 55P03), too many connections (53300), connection cut (08…),
 * or a standby that is not promoted yet (25006).
 */
const UNAVAILABLE_CODES = new Set([
  ...GONE_CODES,
  ...'ECONNREFUSED ENOTFOUND EAI_AGAIN ENOENT EHOSTUNREACH CONNECT_TIMEOUT CONNECTION_ENDED'.split(
    ' ',
  ),
  ...'57P03 57014 55P03 53300 08000 08003 08006 25006'.split(' '),
]);

/** Wrong password or user (28…), no such database (3D000). */
const REFUSED_CODES = new Set(['28P01', '28000', '3D000']);
const QUERY_CANCELED = new Set(['57014']);

const isLate = (error: unknown) => causesOf(error).some((cause) => cause instanceof DeadlineError);

export const hasCode = (error: unknown, codes: Set<string>) =>
  causesOf(error).some(
    (cause) => 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code),
  );

/** PostgreSQL's driver and the embedded database name the constraint differently. */
export const violatesCheck = (error: unknown, name: string) =>
  causesOf(error).some(
    (cause) =>
      ('constraint_name' in cause && cause.constraint_name === name) ||
      ('constraint' in cause && cause.constraint === name),
  );

export const isConnectionGone = (error: unknown) => hasCode(error, GONE_CODES);

export const isTooSlow = (error: unknown) => isLate(error) || hasCode(error, QUERY_CANCELED);

export const isDatabaseUnavailable = (error: unknown) =>
  isLate(error) || hasCode(error, UNAVAILABLE_CODES);

export function databaseRefusal(error: unknown) {
  if (!isDatabaseUnavailable(error) && !hasCode(error, REFUSED_CODES)) return null;
  return `The database of DATABASE_URL cannot be used: ${firstCause(error)}.`;
}

/** An error about several addresses of one host has only a code. */
export const firstCause = (error: unknown) =>
  causesOf(error)
    .map((cause) => cause.message || ('code' in cause && cause.code))
    .at(-1);

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

const CONFLICTS = new Set(['40P01', '23503']);
const TRIES = 3;

/**
 * Rows are locked in the same order everywhere, so deadlocks should not happen. A reference to a
 * row that was deleted in the meantime fails once, and the retry does not find the row.
 */
export async function retryConflict<T>(
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
