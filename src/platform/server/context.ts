import { LRUCache } from 'lru-cache';
import type { By, CatalogueView } from '#platform/contract.ts';
import {
  CALL_WAIT_MILLISECONDS,
  CALL_WAIT_WEIGHT,
  CALLERS_REMEMBERED,
  CALLS_AT_ONCE,
  CALLS_PER_CLIENT,
  CALLS_WAITING,
  PAGE_WAIT_MILLISECONDS,
} from '#rules/limits.ts';
import type { KeyScope } from '#rules/role.ts';
import type { Mailer } from './adapters/mailer.ts';
import type { Mpesa } from './adapters/mpesa.ts';
import type { Sms } from './adapters/sms.ts';
import type { WebPush } from './adapters/web-push.ts';
import type { Limits, Support } from './config.ts';
import { createFairQueue, type WithoutSlot } from './fair-queue.ts';
import { sha256 } from './hashes.ts';
import { clientOfPerson } from './heavy-work.ts';
import { widerNetworksOf } from './http/client-address.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './rate-limits.ts';
import type { CatalogueChanges, StoredAnswers } from './stored-answers.ts';

export type Session = { id: number; userId: number; role: Role; language: Language };

export type Context = {
  db: Database;
  services: Services;
  /** Not validated. */
  bearer?: string | undefined;
  /** Once per request. Without `scopes`, API keys are refused. */
  session: (scopes?: readonly KeyScope[]) => Promise<Session | null>;
  withoutSlot: WithoutSlot;
  clientAddress: string;
  language: Language;
  /** Null for an answer that may not be cached. */
  views: (CatalogueView | null)[];
  /** Such as "Chrome, Android". */
  device: string;
  deviceToken?: string | undefined;
  /** Not validated. */
  idempotencyKey?: string | undefined;
  /** Each attempt of an upload stores its photos under new ids. */
  uploadHash?: unknown;
};

export type UserContext = Context & { currentSession: Session };

type CallingUser<Whose extends Role> = { id: number; role: Whose; sessionId: number };

declare global {
  /** A use case calls another one with `db: tx`. */
  type Call<Caller extends By = 'anyone'> = Services &
    Pick<Context, 'db' | 'clientAddress' | 'language' | 'device' | 'deviceToken' | 'session'> & {
      user: Caller extends 'anyone' ? null : CallingUser<Caller extends Role ? Caller : Role>;
    };

  /** For use cases that phones, jobs or the demo also run for a user. */
  type PersonCall<Needed extends keyof Services = never> = Pick<Services, Needed> & {
    db: Database;
    user: { id: number };
  };

  /** A feature declares its own services in this interface. */
  interface Services {
    clock: Clock;
    mailer: Mailer;
    rateLimits: RateLimits;
    calls: CallQueue;
    /** A call in the queue has its own. */
    withoutSlot: WithoutSlot;
    catalogueChanges: CatalogueChanges;
    storedAnswers: StoredAnswers;
    log: Logger;
    metrics: Metrics;
    secret: string;
    support: Support;
    publicUrl: string;
    /** Null: buyers pay cash on delivery. */
    mpesa: Mpesa | null;
    sms: Sms | null;
    limits: Limits;
    webPush: WebPush;
  }
}

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
    waitingMax: CALLS_WAITING,
    waitMilliseconds,
    waitWeight: CALL_WAIT_WEIGHT,
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
    run<T>(
      caller: Caller,
      work: (withoutSlot: WithoutSlot) => Promise<T>,
      waiting: Options = {},
    ): Promise<T> {
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
