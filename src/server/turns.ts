import { AppError } from './app-error.ts';

const RETRY_SECONDS = 10;

type Turn = { start: () => void; refuse: (error: AppError) => void };

/**
 * Runs at most `atOnce` pieces of work at the same time; the others wait, each owner's in a queue of their own. A free place goes to
 * the next owner in rotation, so an owner with a hundred pieces delays another only by the work that is running. Work waits as long as
 * it has to; for queries, which must not, see fair-queue.ts. (p-limit has one queue for all, in which those hundred would come first.)
 *
 * When all waiting places are taken, the owner with the longest queue loses its last place to an owner with a shorter one.
 * @returns a function that runs work when its owner's turn comes. It throws AppError UNAVAILABLE when there is no place to wait
 */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let free = atOnce;
  // A Map keeps the order of insertion, which is the rotation: an owner who was served is inserted again, behind the others.
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
  // The place is handed over directly, so that no newcomer can take it in between.
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
