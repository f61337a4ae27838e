import { AppError } from './app-error.ts';
import { networksOf } from './network-of.ts';

export type FairQueueOptions = {
  /** How much work runs at the same time; Infinity where only each client's share is limited. */
  atOnce: number;
  /** How much of it may be one client's. */
  perClient?: number;
  /** How many pieces of one client's work wait behind those, and how many of all clients. */
  waitingPerClient?: number;
  waitingMax?: number;
  /** How long each of them waits. */
  waitMilliseconds: number;
  /** When a client that was refused may ask again. */
  retryAfterSeconds?: number;
};

type Waiting = { start: () => void; refuse: () => void; isPatient: boolean };
type Client = { name: string; networks: string[]; running: number; waiting: Waiting[] };
type Wait = { waitMilliseconds?: number };

/**
 * Limits how much work runs at the same time, in all and for each client, so that a client who asks
 * for more waits for their own work and delays nobody else. A client is an address or a person. A
 * free place goes to the waiting client that has used the least lately, networks included, and
 * among equals in turn. When all waiting places are taken, the client with the longest queue gives
 * up its last one. (p-limit has one queue for all, which one client could fill.)
 */
export function createFairQueue(options: FairQueueOptions) {
  const {
    atOnce,
    perClient = atOnce,
    waitingPerClient = Infinity,
    waitingMax = Infinity,
    retryAfterSeconds = 1,
  } = options;
  /** Clients with work here; the one served last is at the end. */
  const clients = new Map<string, Client>();
  const usage = createUsage();
  let running = 0;
  let waitingInAll = 0;

  const canStart = (client: Client) => running < atOnce && client.running < perClient;

  /**
   * A client with its whole share running, or as much again waiting, asks too much; anyone else was
   * delayed by others.
   */
  const refusal = (client: Client) => {
    const hasItsShare =
      client.running >= perClient || client.waiting.length >= Math.min(perClient, waitingPerClient);
    return new AppError(hasItsShare ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', { retryAfterSeconds });
  };

  async function runNow<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      usage.add(client.networks, performance.now() - startedAt);
      running -= 1;
      client.running -= 1;
      moveToEnd(client);
      startNext();
    }
  }

  function take(client: Client) {
    client.running += 1;
    running += 1;
    moveToEnd(client);
  }

  function moveToEnd(client: Client) {
    clients.delete(client.name);
    if (client.running > 0 || client.waiting.length > 0) clients.set(client.name, client);
  }

  function startNext() {
    let next: Waiting | undefined;
    let least = Infinity;
    for (const client of clients.values()) {
      const [first] = client.waiting;
      if (!first || !canStart(client)) continue;
      const used = usage.of(client.networks);
      if (used < least) [next, least] = [first, used];
    }
    next?.start();
  }

  /**
   * The waiting place that is given up for a newcomer's: that of the longest queue; of equally long
   * ones, of whoever has used the most.
   */
  function makeRoom(newcomer: Client): boolean {
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
        isPatient,
        start() {
          leave();
          take(client);
          resolve();
        },
        refuse() {
          leave();
          reject(refusal(client));
          if (client.running === 0 && client.waiting.length === 0) clients.delete(client.name);
        },
      };
      client.waiting.push(waiting);
      waitingInAll += 1;
    });
  }

  /** Starts at once where that is possible, else once a place is free. */
  async function run<T>(
    name: string,
    work: () => Promise<T>,
    { waitMilliseconds = options.waitMilliseconds }: Wait = {},
  ) {
    const client = clients.get(name) ?? {
      name,
      networks: networksOf(name),
      running: 0,
      waiting: [],
    };
    if (canStart(client)) take(client);
    else await wait(client, waitMilliseconds);
    return runNow(client, work);
  }

  return {
    /**
     * Runs work once the client has a place. Work that waits for Infinity is never refused.
     * @throws AppError TOO_MANY_REQUESTS, or UNAVAILABLE where others have all places, when it
     * would wait too long
     */
    run,
    /** The same for work that can be left out: null when it would wait too long. */
    async runOrSkip<T>(name: string, work: () => Promise<T>, waiting?: Wait): Promise<T | null> {
      let hasBegun = false;
      const begin = () => {
        hasBegun = true;
        return work();
      };
      return run(name, begin, waiting).catch((error: unknown) => {
        if (hasBegun) throw error;
        return null;
      });
    },
  };
}

/** In this time two thirds of a use are forgotten. */
const USE_FORGOTTEN_MILLISECONDS = 30_000;
/**
 * Of so many networks it is known what they have used; of any more, those whose last use is the
 * longest ago are forgotten.
 */
const NETWORKS_REMEMBERED = 10_000;

/**
 * What the wider networks of a client have used counts for this part of it: they belong to
 * strangers too.
 */
const SHARED_USE = 1 / 16;

/**
 * What clients have used lately, in milliseconds. A use counts for each of the client's networks
 * too, so that many addresses gain little.
 */
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
    of(networks: string[]): number {
      const now = performance.now();
      // Whole milliseconds: what was used long ago must not decide.
      return Math.round(
        networks.reduce(
          (sum, network, width) => sum + left(network, now) * (width === 0 ? 1 : SHARED_USE),
          0,
        ),
      );
    },
  };
}
