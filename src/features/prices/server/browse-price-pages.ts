import type { CropPage, PriceOverview } from '#features/prices/rules/price-page-input.ts';
import type { CatalogueReads } from '#features/products/server/catalogue-reads.ts';
import type { Clock } from '#platform/server/clock.ts';
import { getCropPage, getPriceOverview } from './get-price-pages.ts';

type Needs = { services: { clock: Clock; catalogueReads: CatalogueReads } };

export const browsePriceOverview = ({ services }: Needs, input: PriceOverview) =>
  services.catalogueReads.quick((db) => getPriceOverview(db, input, services));

export const browseCropPage = ({ services }: Needs, input: CropPage) =>
  services.catalogueReads.quick((db) => getCropPage(db, input, services));
