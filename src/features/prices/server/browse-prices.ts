import type { CropPrices, Movers, PriceHint } from '#features/prices/rules/price-input.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Clock } from '#platform/server/clock.ts';
import { getPriceHint, getPrices, listCountyPrices, listMovers } from './get-prices.ts';

/** A visitor, who has a share of the database by client address. */
type Visitor = {
  services: { clock: Clock; catalogueReads: CatalogueReads };
  clientAddress: string;
};

/** Runs getPrices within the visitor's share. */
export const browsePrices = ({ services, clientAddress }: Visitor, input: CropPrices) =>
  services.catalogueReads.quick(clientAddress, (db) => getPrices(db, input, services));

/** Runs listMovers within the visitor's share. */
export const browseMovers = ({ services, clientAddress }: Visitor, input: Movers) =>
  services.catalogueReads.quick(clientAddress, async (db) => ({
    movers: await listMovers(db, input, services),
  }));

/** Runs listCountyPrices within the visitor's share. */
export const browseCountyPrices = ({ services, clientAddress }: Visitor, input: { crop: string }) =>
  services.catalogueReads.quick(clientAddress, (db) => listCountyPrices(db, input, services));

/** Runs getPriceHint within the visitor's share. */
export const browsePriceHint = ({ services, clientAddress }: Visitor, input: PriceHint) =>
  services.catalogueReads.quick(clientAddress, (db) => getPriceHint(db, input, services));
