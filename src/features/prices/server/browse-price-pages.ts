import type { CropPage, PriceOverview } from '#features/prices/rules/price-page-input.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Clock } from '#platform/server/clock.ts';
import { getCropPage, getPriceOverview } from './get-price-pages.ts';

/** A visitor. Their share of the database is counted per client address. */
type Visitor = {
  services: { clock: Clock; catalogueReads: CatalogueReads };
  clientAddress: string;
};

export const browsePriceOverview = ({ services, clientAddress }: Visitor, input: PriceOverview) =>
  services.catalogueReads.quick(clientAddress, (db) => getPriceOverview(db, input, services));

export const browseCropPage = ({ services, clientAddress }: Visitor, input: CropPage) =>
  services.catalogueReads.quick(clientAddress, (db) => getCropPage(db, input, services));
