import type { PlacesProvider } from '#server/adapters/geocoder.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { Mpesa } from '#server/adapters/mpesa.ts';
import type { PhotoStore } from '#server/adapters/photo-store.ts';
import type { Sms } from '#server/adapters/sms.ts';
import type { WebPush } from '#server/adapters/web-push.ts';
import type { Clock } from '#server/clock.ts';
import type { Limits, Support } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { HotAnswers } from '#server/http/hot-answers.ts';
import type { ReadPace } from '#server/http/read-pace.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Session } from '#server/modules/accounts/find-session.ts';
import type { PasswordHasher } from '#server/modules/accounts/passwords.ts';
import type { CatalogueChanges } from '#server/modules/products/catalogue-changes.ts';
import type { CatalogueReads } from '#server/modules/products/catalogue-reads.ts';
import type { OrderChanges } from '#server/modules/trade/order-changes.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import type { Language } from '#shared/language.ts';

/** What a request brings to a procedure. */
export type Context = {
  db: Database;
  services: Services;
  /** Looks the bearer's session up on its first call, once for each request. */
  session: () => Promise<Session | null>;
  clientAddress: string;
  language: Language;
  /** "Chrome, Android"; empty where the client doesn't say. */
  device: string;
  /** What a login on this device was answered with before; absent from clients that don't keep it. */
  deviceToken?: string | undefined;
  /** The headers of these names, as they came. */
  proofOfWork?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Of an upload that calls a procedure: stands for its input, because each try stores its photos under new ids. */
  uploadHash?: unknown;
};

/** What the procedures of those who are logged in are called with. */
export type UserContext = Context & { currentSession: Session };
export type BuyerContext = UserContext & { buyer: { id: number } };
export type FarmerContext = UserContext & { farmer: { id: number } };

/**
 * What the process is wired with: made once at start, replaced one by one in tests. Only the wiring and the procedures know all of it;
 * a use case names the few that it needs.
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
