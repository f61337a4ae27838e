import { AppError } from './app-error.ts';

const RETRY_SECONDS = 10;

type Turn = { start: () => void; refuse: (error: AppError) => void };

/**
 * Lets so many pieces of work run at the same time; the others wait, each owner's in a line of their own. A place that becomes
 * free goes to the next owner in rotation, so an owner with a hundred delays another only by the work that is running. Work waits as
 * long as it takes; for questions, which must not, see fair-queue.ts.
 *
 * When all waiting places are taken, the owner with the longest line loses the last one of it to somebody with a shorter line.
 * @returns what runs a piece of work when its owner's turn comes. @throws AppError UNAVAILABLE when there is no place to wait
 */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let free = atOnce;
  // A Map keeps the order of insertion, which is the rotation: who was served is put in again, behind the others.
  const lines = new Map<number, Turn[]>();

  const makeRoom = (owner: number) => {
    const waiting = [...lines.values()].reduce((sum, line) => sum + line.length, 0);
    if (waiting < waitingMax) return;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    const refusal = new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    if (longest.length <= (lines.get(owner)?.length ?? 0) + 1) throw refusal;
    longest.pop()?.refuse(refusal);
  };
  const enter = async (owner: number) => {
    if (free > 0) {
      free -= 1;
      return;
    }
    makeRoom(owner);
    await new Promise<void>((start, refuse) => {
      const line = lines.get(owner) ?? [];
      line.push({ start, refuse });
      lines.set(owner, line);
    });
  };
  // The place goes straight to the next in rotation, so nobody slips in between.
  const leave = () => {
    const [owner, line] = lines.entries().next().value ?? [];
    const next = line?.shift();
    if (owner === undefined || !line || !next) {
      free += 1;
      return;
    }
    lines.delete(owner);
    if (line.length > 0) lines.set(owner, line);
    next.start();
  };

  return async <T>(owner: number, work: () => Promise<T>): Promise<T> => {
    await enter(owner);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
