import type { CropPrices, Movers, PriceHint } from '#features/prices/rules/price-input.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Clock } from '#platform/server/clock.ts';
import { getPriceHint, getPrices, listCountyPrices, listMovers } from './get-prices.ts';

type Needs = { services: { clock: Clock; catalogueReads: CatalogueReads } };

export const browsePrices = ({ services }: Needs, input: CropPrices) =>
  services.catalogueReads.quick((db) => getPrices(db, input, services));

export const browseMovers = ({ services }: Needs, input: Movers) =>
  services.catalogueReads.quick(async (db) => ({
    movers: await listMovers(db, input, services),
  }));

export const browseCountyPrices = ({ services }: Needs, input: { crop: string }) =>
  services.catalogueReads.quick((db) => listCountyPrices(db, input, services));

export const browsePriceHint = ({ services }: Needs, input: PriceHint) =>
  services.catalogueReads.quick((db) => getPriceHint(db, input, services));
