import type { CropPage, PriceOverview } from '#features/prices/rules/price-page-input.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Clock } from '#platform/server/clock.ts';
import { getCropPage, getPriceOverview } from './get-price-pages.ts';

/** A visitor, who has a share of the database by client address. */
type Visitor = {
  services: { clock: Clock; catalogueReads: CatalogueReads };
  clientAddress: string;
};

/** Runs getPriceOverview within the visitor's share. */
export const browsePriceOverview = ({ services, clientAddress }: Visitor, input: PriceOverview) =>
  services.catalogueReads.quick(clientAddress, (db) => getPriceOverview(db, input, services));

/** Runs getCropPage within the visitor's share. */
export const browseCropPage = ({ services, clientAddress }: Visitor, input: CropPage) =>
  services.catalogueReads.quick(clientAddress, (db) => getCropPage(db, input, services));
