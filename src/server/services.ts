import type { PlacesProvider } from './adapters/geocoder.ts';
import type { Mailer } from './adapters/mailer.ts';
import type { Mpesa } from './adapters/mpesa.ts';
import type { PhotoStore } from './adapters/photo-store.ts';
import type { Clock } from './clock.ts';
import type { Limits, Support } from './config.ts';
import type { ReadPace } from './http/read-pace.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { CatalogueReads } from './modules/products/catalogue-reads.ts';
import type { OrderChanges } from './modules/trade/order-changes.ts';
import type { RateLimits } from './rate-limits.ts';

/** What use cases need besides the database: made once at start, replaced one by one in tests. */
export type Services = {
  clock: Clock;
  mailer: Mailer;
  rateLimits: RateLimits;
  readPace: ReadPace;
  /** Each visitor's share of the database. */
  catalogueReads: CatalogueReads;
  /** A Nominatim server; null: the built-in gazetteer alone. */
  geocoder: PlacesProvider | null;
  photoStore: PhotoStore;
  /** Where uploads lie while they come in and are looked at. */
  uploadFolder: string;
  log: Logger;
  metrics: Metrics;
  /** Keys every HMAC of the application. */
  secret: string;
  support: Support;
  publicUrl: string;
  /** Mobile money; null: not set up, and cash on delivery is the way to pay. */
  mpesa: Mpesa | null;
  limits: Limits;
  /** Who hears of changed orders while a page is open. */
  orderChanges: OrderChanges;
};
