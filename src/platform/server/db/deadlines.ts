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
