import { AppError } from './app-error.ts';

type Waiting = { start: () => void; timer: NodeJS.Timeout };
type Client = { running: number; waiting: Waiting[] };

export type FairQueueOptions = {
  /** How much work runs at the same time; Infinity where only each client's share is limited. */
  atOnce: number;
  /** How many of them may be one client's. */
  perClient: number;
  /** How many pieces of one client's work wait behind those. */
  waitingPerClient: number;
  /** How long each of them waits. */
  waitMilliseconds: number;
};

const RETRY_AFTER_SECONDS = 1;

/**
 * Limits how much work runs at the same time, in all and for each client, so that a client who asks for more waits for their own work
 * and delays nobody else. Free places go to the waiting clients in turn. Meant for queries, which are refused when they wait too long;
 * long work that may wait, such as encoding pictures, uses turns.ts. (p-limit has one queue for all, which one client could fill.)
 */
export function createFairQueue({ atOnce, perClient, waitingPerClient, waitMilliseconds }: FairQueueOptions) {
  /** Clients with work here; the one served last is at the end. */
  const clients = new Map<string, Client>();
  let running = 0;

  const canStart = (client: Client | undefined) => running < atOnce && (client?.running ?? 0) < perClient;

  function begin(name: string) {
    const client = clients.get(name) ?? { running: 0, waiting: [] };
    client.running += 1;
    running += 1;
    clients.set(name, client);
    return client;
  }

  function end(name: string, client: Client) {
    running -= 1;
    client.running -= 1;
    clients.delete(name);
    if (client.running > 0 || client.waiting.length > 0) clients.set(name, client);
    startNext();
  }

  function startNext() {
    for (const [name, client] of clients) {
      if (running >= atOnce) return;
      const next = canStart(client) ? client.waiting.shift() : undefined;
      if (!next) continue;
      clearTimeout(next.timer);
      begin(name);
      next.start();
      return;
    }
  }

  function wait(name: string): Promise<Client> {
    const client = clients.get(name) ?? { running: 0, waiting: [] };
    // When the client's own share is in use, the server itself is fine.
    const refusal = () =>
      new AppError(client.running > 0 ? 'TOO_MANY_REQUESTS' : 'UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    if (client.waiting.length >= waitingPerClient) return Promise.reject(refusal());
    clients.set(name, client);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        client.waiting.splice(client.waiting.indexOf(waiting), 1);
        reject(refusal());
        if (client.running === 0 && client.waiting.length === 0) clients.delete(name);
      }, waitMilliseconds);
      const waiting = { start: () => resolve(client), timer };
      client.waiting.push(waiting);
    });
  }

  async function finish<T>(name: string, { work, client }: { work: () => Promise<T>; client: Client }): Promise<T> {
    try {
      return await work();
    } finally {
      end(name, client);
    }
  }

  return {
    /** @throws AppError TOO_MANY_REQUESTS, or UNAVAILABLE where others have all places, when it would wait too long */
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const client = canStart(clients.get(name)) ? begin(name) : await wait(name);
      return finish(name, { work, client });
    },
    /** The same for work that can be done without: null when it would wait too long. */
    async runOrSkip<T>(name: string, work: () => Promise<T>): Promise<T | null> {
      const client = canStart(clients.get(name)) ? begin(name) : await wait(name).catch(() => null);
      return client && finish(name, { work, client });
    },
  };
}
