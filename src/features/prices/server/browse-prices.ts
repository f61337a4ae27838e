import type { CropPrices, Movers, PriceHint } from '#features/prices/rules/price-input.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Clock } from '#platform/server/clock.ts';
import { getPriceHint, getPrices, listCountyPrices, listMovers } from './get-prices.ts';

/** A visitor. Their share of the database is counted per client address. */
type Visitor = {
  services: { clock: Clock; catalogueReads: CatalogueReads };
  clientAddress: string;
};

export const browsePrices = ({ services, clientAddress }: Visitor, input: CropPrices) =>
  services.catalogueReads.quick(clientAddress, (db) => getPrices(db, input, services));

export const browseMovers = ({ services, clientAddress }: Visitor, input: Movers) =>
  services.catalogueReads.quick(clientAddress, async (db) => ({
    movers: await listMovers(db, input, services),
  }));

export const browseCountyPrices = ({ services, clientAddress }: Visitor, input: { crop: string }) =>
  services.catalogueReads.quick(clientAddress, (db) => listCountyPrices(db, input, services));

export const browsePriceHint = ({ services, clientAddress }: Visitor, input: PriceHint) =>
  services.catalogueReads.quick(clientAddress, (db) => getPriceHint(db, input, services));
