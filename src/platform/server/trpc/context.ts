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

export type Session = { id: number; userId: number; role: Role; language: Language };

export type Context = {
  db: Database;
  services: Services;
  /** Not validated. */
  bearer?: string | undefined;
  /** Once per request. Without `scopes`, API keys are refused. */
  session: (scopes?: readonly KeyScope[]) => Promise<Session | null>;
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

/** A use case calls another one with `db: tx`. */
export type Call<Caller extends By = 'anyone'> = Services &
  Pick<Context, 'db' | 'clientAddress' | 'language' | 'device' | 'deviceToken' | 'session'> & {
    user: Caller extends 'anyone' ? null : CallingUser<Caller extends Role ? Caller : Role>;
  };
/** For use cases that phones, jobs or the demo also run for a user. */
export type PersonCall<Needed extends keyof Services = never> = Pick<Services, Needed> & {
  db: Database;
  user: { id: number };
};
type CallingUser<Whose extends Role> = { id: number; role: Whose; sessionId: number };

/** A feature declares its own services in this interface. */
export interface Services {
  clock: Clock;
  mailer: Mailer;
  rateLimits: RateLimits;
  calls: CallQueue;
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
