import { AppError } from './app-error.ts';
import { widerNetworksOf } from './http/client-address.ts';

type FairQueueOptions = {
  atOnce: number;
  perClient?: number;
  perClientAmongOthers?: number;
  waitingPerClient?: number;
  waitingMax?: number;
  waitMilliseconds: number;
  /** So much of a wait is taken off a client's use, so that ever new clients cannot starve it. */
  waitWeight?: number;
  retryAfterSeconds?: number;
};

type Waiting = { since: number; start: () => void; refuse: () => void; isPatient: boolean };
/** `begun` includes work that has given its slot back. */
type Client = {
  name: string;
  networks: string[];
  running: number;
  begun: number;
  waiting: Waiting[];
};
type Wait = {
  waitMilliseconds?: number | undefined;
  /** Gives another queue's slot away until the work begins. */
  withoutSlot?: WithoutSlot;
  networks?: string[];
};
/** `isRightful`: the work was no guess, such as a login with the right password. */
type Counting<T> = { isRightful?: (result: T) => boolean };
/**
 * The weight of rightful work. Small, so that honest clients are served before failed guesses. Not
 * zero, so that a flood of rightful work is served last.
 */
const RIGHTFUL_USE = 1 / 16;

/**
 * Gives the slot away during a wait for another server, another thread or another queue. Afterwards
 * the work goes on at once, even if all slots are taken, because it may hold a transaction that
 * others wait for. Each work gets its own: with AsyncLocalStorage, every promise costs time.
 */
export type WithoutSlot = <T>(wait: () => Promise<T>) => Promise<T>;

/** For work that is in no queue, such as a job. */
export const holdsNoSlot: WithoutSlot = (wait) => wait();

type Work<T> = (withoutSlot: WithoutSlot) => Promise<T>;

/**
 * A free slot goes to the waiting client that has used the least lately, including its networks;
 * ties are served in turn. When the queue is full, the longest queue loses its last entry. p-limit
 * has a single queue, which one client could fill.
 */
export function createFairQueue(options: FairQueueOptions) {
  const {
    atOnce,
    perClient = atOnce,
    perClientAmongOthers = perClient,
    waitingPerClient = Infinity,
    waitingMax = Infinity,
    waitWeight = 0,
    retryAfterSeconds = 1,
  } = options;
  const clients = new Map<string, Client>();
  const usage = createUsage();
  let running = 0;
  let waitingInAll = 0;

  const isAlone = (client: Client) =>
    clients.size === 0 || (clients.size === 1 && clients.has(client.name));

  const canStart = (client: Client) =>
    running < atOnce && client.running < (isAlone(client) ? perClient : perClientAmongOthers);

  /** Otherwise other clients caused the delay. */
  const refusal = (client: Client) => {
    const hasItsShare =
      client.running >= perClientAmongOthers ||
      client.waiting.length >= Math.min(perClientAmongOthers, waitingPerClient);
    return new AppError(hasItsShare ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', { retryAfterSeconds });
  };

  async function runNow<T>(
    client: Client,
    work: Work<T>,
    isRightful: (result: T) => boolean,
  ): Promise<T> {
    const slot = openSlot(client);
    let weight = 1;
    try {
      const result = await work(slot.lend);
      if (isRightful(result)) weight = RIGHTFUL_USE;
      return result;
    } finally {
      slot.end(weight);
    }
  }

  function openSlot(client: Client) {
    let startedAt = performance.now();
    let used = 0;
    let elsewhere = 0;
    let hasEnded = false;
    const stop = () => {
      used += performance.now() - startedAt;
      running -= 1;
      client.running -= 1;
    };
    return {
      async lend<T>(work: () => Promise<T>): Promise<T> {
        // Work may start something that continues after it has ended.
        if (hasEnded) return work();
        elsewhere += 1;
        if (elsewhere === 1) {
          stop();
          startNext();
        }
        try {
          return await work();
        } finally {
          elsewhere -= 1;
          if (elsewhere === 0 && !hasEnded) {
            running += 1;
            client.running += 1;
            startedAt = performance.now();
          }
        }
      },
      end(weight: number) {
        hasEnded = true;
        if (elsewhere === 0) stop();
        client.begun -= 1;
        usage.add(client.networks, used * weight);
        moveToEnd(client);
        startNext();
      },
    };
  }

  function take(client: Client) {
    client.running += 1;
    client.begun += 1;
    running += 1;
    moveToEnd(client);
  }

  function moveToEnd(client: Client) {
    clients.delete(client.name);
    if (client.begun > 0 || client.waiting.length > 0) clients.set(client.name, client);
  }

  function startNext() {
    for (let next = findNext(); next; next = findNext()) next.start();
  }

  function findNext(): Waiting | undefined {
    let next: Waiting | undefined;
    let least = Infinity;
    if (running >= atOnce) return next;
    const now = performance.now();
    for (const client of clients.values()) {
      const [first] = client.waiting;
      if (!first || !canStart(client)) continue;
      const used = usage.of(client.networks) - (now - first.since) * waitWeight;
      if (used < least) [next, least] = [first, used];
    }
    return next;
  }

  /** Drops the last entry of the longest queue. False if the newcomer must be refused. */
  function makeRoom(newcomer: Client) {
    if (newcomer.waiting.length >= waitingPerClient) return false;
    if (waitingInAll < waitingMax) return true;
    const length = (client: Client) => client.waiting.length + (client === newcomer ? 1 : 0);
    const isWorse = (one: Client, other: Client) =>
      length(one) > length(other) ||
      (length(one) === length(other) && usage.of(one.networks) > usage.of(other.networks));
    let worst = newcomer;
    for (const client of clients.values()) {
      if (isWorse(client, worst) && client.waiting.some(({ isPatient }) => !isPatient))
        worst = client;
    }
    if (worst === newcomer) return false;
    worst.waiting.findLast(({ isPatient }) => !isPatient)?.refuse();
    return true;
  }

  function wait(client: Client, milliseconds: number): Promise<void> {
    const isPatient = milliseconds === Infinity;
    if (!isPatient && !makeRoom(client)) return Promise.reject(refusal(client));
    clients.set(client.name, client);
    return new Promise((resolve, reject) => {
      const timer = isPatient ? undefined : setTimeout(() => waiting.refuse(), milliseconds);
      const leave = () => {
        clearTimeout(timer);
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        waitingInAll -= 1;
      };
      const waiting: Waiting = {
        since: performance.now(),
        isPatient,
        start() {
          leave();
          take(client);
          resolve();
        },
        refuse() {
          leave();
          reject(refusal(client));
          if (client.begun === 0 && client.waiting.length === 0) clients.delete(client.name);
        },
      };
      client.waiting.push(waiting);
      waitingInAll += 1;
    });
  }

  async function run<T>(
    name: string,
    work: Work<T>,
    {
      waitMilliseconds = options.waitMilliseconds,
      networks = widerNetworksOf(name),
      withoutSlot = holdsNoSlot,
      isRightful = () => false,
    }: Wait & Counting<T> = {},
  ) {
    const client = clients.get(name) ?? { name, networks, running: 0, begun: 0, waiting: [] };
    if (canStart(client)) take(client);
    else await withoutSlot(() => wait(client, waitMilliseconds));
    return runNow(client, work, isRightful);
  }

  return {
    /** Work that waits for Infinity is never refused. */
    run,
    isFull: () => running >= atOnce && waitingInAll > 0,
    async runOrSkip<T>(name: string, work: Work<T>, waiting?: Wait): Promise<T | null> {
      let hasBegun = false;
      const begin: Work<T> = (withoutSlot) => {
        hasBegun = true;
        return work(withoutSlot);
      };
      return run(name, begin, waiting).catch((error: unknown) => {
        if (hasBegun) throw error;
        return null;
      });
    },
  };
}

/** After this time, a use counts a third. */
const USE_FORGOTTEN_MILLISECONDS = 30_000;
const NETWORKS_REMEMBERED = 10_000;

/** Strangers share a client's wider networks. */
export const SHARED_USE = 1 / 16;

/** Use counts for each of a client's networks, so that many addresses gain little. */
function createUsage() {
  const used = new Map<string, { milliseconds: number; at: number }>();
  const left = (network: string, now: number) => {
    const known = used.get(network);
    return known ? known.milliseconds * Math.exp((known.at - now) / USE_FORGOTTEN_MILLISECONDS) : 0;
  };
  return {
    add(networks: string[], milliseconds: number) {
      const now = performance.now();
      for (const network of networks) {
        const sum = left(network, now) + milliseconds;
        used.delete(network);
        used.set(network, { milliseconds: sum, at: now });
      }
      for (const network of used.keys()) {
        if (used.size <= NETWORKS_REMEMBERED) break;
        used.delete(network);
      }
    },
    of(networks: string[]) {
      const now = performance.now();
      // Remnants of old use must not decide.
      return Math.round(
        networks.reduce(
          (sum, network, width) => sum + left(network, now) * (width === 0 ? 1 : SHARED_USE),
          0,
        ),
      );
    },
  };
}
