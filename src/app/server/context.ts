import type { Session } from '#features/accounts/server/find-session.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
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
import type { HotAnswers } from './http/hot-answers.ts';

/** What a request brings to a procedure. */
export type Context = {
  db: Database;
  services: Services;
  /** Looks the bearer's session up on its first call, once for each request. */
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
  /**
   * What a login on this device was answered with before; absent from clients that don't keep it.
   */
  deviceToken?: string | undefined;
  /** The headers of these names, as they came. */
  proofOfWork?: string | undefined;
  idempotencyKey?: string | undefined;
  /**
   * Of an upload that calls a procedure: stands for its input, because each try stores its photos
   * under new ids.
   */
  uploadHash?: unknown;
};

/** What the procedures of those who are logged in are called with. */
export type UserContext = Context & { currentSession: Session };
export type BuyerContext = UserContext & { buyer: { id: number } };
export type FarmerContext = UserContext & { farmer: { id: number } };

/**
 * What the process is wired with: made once at start, replaced one by one in tests. Only the wiring
 * and the procedures know all of it; a use case names the few that it needs.
 */
export type Services = {
  clock: Clock;
  mailer: Mailer;
  rateLimits: RateLimits;
  passwords: PasswordHasher;
  readPace: ReadPace;
  /** Each visitor's share of the database. */
  catalogueReads: CatalogueReads;
  /** When the catalogue changes. */
  catalogueChanges: CatalogueChanges;
  /** Answers about the catalogue, in memory. */
  hotAnswers: HotAnswers;
  /** A Nominatim server; null: the built-in gazetteer alone. */
  geocoder: PlacesProvider | null;
  photoStore: PhotoStore;
  /** Where uploads lie while they are received and processed. */
  uploadFolder: string;
  log: Logger;
  metrics: Metrics;
  /** The key of every HMAC of the application. */
  secret: string;
  support: Support;
  publicUrl: string;
  /** Mobile money; null: not set up, and cash on delivery is the way to pay. */
  mpesa: Mpesa | null;
  /** SMS and USSD; null: not set up. */
  sms: Sms | null;
  limits: Limits;
  /** Push services, to which notifications go. */
  webPush: WebPush;
  /** Tells open pages about changed orders and notices. */
  orderChanges: OrderChanges;
};
