import { LRUCache } from 'lru-cache';
import {
  CALL_WAIT_MILLISECONDS,
  CALLERS_REMEMBERED,
  CALLS_AT_ONCE,
  CALLS_PER_CLIENT,
  CALLS_WAITING,
  PAGE_WAIT_MILLISECONDS,
} from '#platform/rules/limits.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import { sha256 } from '#platform/server/hashes.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { widerNetworksOf } from '#platform/server/network-of.ts';

type Caller = { clientAddress: string; bearer?: string | undefined };
type Options = { waitMilliseconds?: number };

export type CallQueue = ReturnType<typeof createCallQueue>;

/**
 * A client is a user, or an address where no user is known. Alone it may use all slots, because
 * thousands of phones may share a carrier's address.
 */
export function createCallQueue({ waitMilliseconds = CALL_WAIT_MILLISECONDS }: Options = {}) {
  const queue = createFairQueue({
    atOnce: CALLS_AT_ONCE,
    perClientAmongOthers: CALLS_PER_CLIENT,
    lendsSlots: true,
    waitingMax: CALLS_WAITING,
    waitMilliseconds,
  });
  /** By the token's hash, because looking up a session would take a connection. */
  const people = new LRUCache<string, number>({ max: CALLERS_REMEMBERED });

  const clientOf = ({ clientAddress, bearer }: Caller) => {
    const networks = widerNetworksOf(clientAddress);
    const userId = bearer && people.get(sha256(bearer));
    if (!userId) return { name: networks[0] ?? clientAddress, networks };
    const name = clientOfPerson(userId);
    return { name, networks: [name, ...networks] };
  };

  return {
    run<T>(caller: Caller, work: () => Promise<T>, waiting: Options = {}): Promise<T> {
      const { name, networks } = clientOf(caller);
      return queue.run(name, work, { networks, ...waiting });
    },
    runOrSkip<T>(caller: Caller, work: () => Promise<T>): Promise<T | null> {
      const { name, networks } = clientOf(caller);
      return queue.runOrSkip(name, work, { networks, waitMilliseconds: PAGE_WAIT_MILLISECONDS });
    },
    remember(bearer: string, userId: number | null) {
      if (userId === null) people.delete(sha256(bearer));
      else people.set(sha256(bearer), userId);
    },
  };
}
