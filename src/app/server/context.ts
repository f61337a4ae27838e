import type { Session } from '#features/accounts/server/manage-sessions.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import type { NoticeKinds } from '#features/notifications/rules/notice.ts';
import type { OutboxHandler } from '#features/notifications/server/outbox-lanes.ts';
import type { OrderChanges } from '#features/orders/server/order-changes.ts';
import type { PhotoStore } from '#features/photos/server/photo-store.ts';
import type { PlacesProvider } from '#features/places/server/geocoder.ts';
import type {
  CatalogueChanges,
  CatalogueView,
} from '#features/products/server/catalogue-changes.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import type { WebPush } from '#platform/server/adapters/web-push.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Limits, Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { ReadPace } from '#platform/server/http/read-pace.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { RateLimits } from '#platform/server/rate-limits.ts';
import type { forLowerFeatures } from './for-lower-features.ts';
import type { HotAnswers } from './http/hot-answers.ts';

/** The context of a procedure, made from its request. */
export type Context = {
  db: Database;
  services: Services;
  /** Looks up the bearer's session, once per request. */
  session: () => Promise<Session | null>;
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
  proofOfWork?: string | undefined;
  idempotencyKey?: string | undefined;
  /**
   * For an upload that calls a procedure: replaces its input in the idempotency check, because each
   * attempt stores its photos under new ids.
   */
  uploadHash?: unknown;
};

/** The context of procedures for logged-in users. */
export type UserContext = Context & { currentSession: Session };
export type BuyerContext = UserContext & { buyer: { id: number } };
export type FarmerContext = UserContext & { farmer: { id: number } };

/**
 * The services of the process: made once at start, replaced individually in tests. Only the wiring
 * and the procedures know all of them; a use case names the few that it needs.
 */
export type Services = typeof forLowerFeatures & {
  clock: Clock;
  mailer: Mailer;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  readPace: ReadPace;
  /** Limits each visitor's share of the database. */
  catalogueReads: CatalogueReads;
  catalogueChanges: CatalogueChanges;
  /** Cached answers about the catalogue. */
  hotAnswers: HotAnswers;
  /** A Nominatim server; null: only the built-in gazetteer. */
  geocoder: PlacesProvider | null;
  photoStore: PhotoStore;
  /** The folder of uploads while they are received and processed. */
  uploadFolder: string;
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
  /** All features' kinds of notices by name. */
  notices: NoticeKinds;
  /** The handlers of all features' outbox messages. */
  outbox: readonly OutboxHandler<Services>[];
  /** Notifies open pages of changed orders and notices. */
  orderChanges: OrderChanges;
};
