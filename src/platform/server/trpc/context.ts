import type { By, CatalogueView } from '#platform/contract/operation.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import type { WebPush } from '#platform/server/adapters/web-push.ts';
import type { CatalogueChanges } from '#platform/server/cache/catalogue-changes.ts';
import type { StoredAnswers } from '#platform/server/cache/stored-answers.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Limits, Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { CallQueue } from './call-queue.ts';

/** A logged-in user's session. */
export type Session = { id: number; userId: number; role: Role; language: Language };

/** The context of a procedure, made from its request. */
export type Context = {
  db: Database;
  services: Services;
  /** The unvalidated bearer token. */
  bearer?: string | undefined;
  /**
   * Looks up the bearer's session, once per request. An API key counts as one where a scope opens
   * the procedure; without `scopes` keys are refused.
   */
  session: (scopes?: readonly KeyScope[]) => Promise<Session | null>;
  clientAddress: string;
  language: Language;
  /**
   * The views of the catalogue that the procedures of this request answered; null for an answer
   * that may not be cached.
   */
  views: (CatalogueView | null)[];
  /** "Chrome, Android"; empty where the client doesn't say. */
  device: string;
  /** The token from this device's last login; absent for clients that don't store it. */
  deviceToken?: string | undefined;
  /** The unvalidated headers of these names. */
  idempotencyKey?: string | undefined;
  /**
   * For an upload that calls a procedure: replaces its input in the idempotency check, because each
   * attempt stores its photos under new ids.
   */
  uploadHash?: unknown;
};

/** The context of procedures for logged-in users. */
export type UserContext = Context & { currentSession: Session };

/**
 * A use case's first parameter: the caller, the database or the running transaction, and every
 * service. A use case passes it on to another with `db: tx`.
 */
export type Call<Caller extends By = 'anyone'> = Services &
  Pick<Context, 'db' | 'clientAddress' | 'language' | 'device' | 'deviceToken' | 'session'> & {
    user: Caller extends 'anyone' ? null : CallingUser<Caller extends Role ? Caller : Role>;
  };
/**
 * What a use case needs of a call, if phones, jobs or the demo run it for a person as well: these
 * services, the database and the person.
 */
export type PersonCall<Needed extends keyof Services = never> = Pick<Services, Needed> & {
  db: Database;
  user: { id: number };
};
type CallingUser<Whose extends Role> = { id: number; role: Whose; sessionId: number };

/**
 * The services of the process: made once at start, replaced individually in tests. A feature adds
 * its own by declaring them in this interface, next to their types. Only the wiring and the
 * procedures know all of them; a use case names the few that it needs.
 */
export interface Services {
  clock: Clock;
  mailer: Mailer;
  rateLimits: RateLimits;
  calls: CallQueue;
  catalogueChanges: CatalogueChanges;
  /** Cached answers about the catalogue. */
  storedAnswers: StoredAnswers;
  log: Logger;
  metrics: Metrics;
  /** The key of all HMACs of the application. */
  secret: string;
  support: Support;
  publicUrl: string;
  /** Mobile money; null: not configured, so that buyers pay cash on delivery. */
  mpesa: Mpesa | null;
  /** SMS and USSD; null: not configured. */
  sms: Sms | null;
  limits: Limits;
  webPush: WebPush;
}
