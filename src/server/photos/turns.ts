import { AppError } from '#server/app-error.ts';

/**
 * Lets so many do something at the same time; the others wait in line.
 * @returns what runs a piece of work when it is its turn. @throws AppError UNAVAILABLE when the line is too long
 */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let free = atOnce;
  const waiting: (() => void)[] = [];

  const enter = async () => {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (waiting.length >= waitingMax) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 10 });
    await new Promise<void>((start) => waiting.push(start));
  };
  // Whoever leaves hands the place to the next in line, so nobody slips in between.
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
