import type { Call } from '#platform/server/trpc/context.ts';
import type { CropPrices, Movers, PriceHint } from '#prices/rules/price-input.ts';
import type { CropPage, PriceOverview } from '#prices/rules/price-page-input.ts';
import { getCropPage, getPriceOverview } from './get-price-pages.ts';
import { getPriceHint, getPrices, listCountyPrices, listMovers } from './get-prices.ts';

type Reading = Pick<Call, 'clock' | 'catalogueReads'>;

export const browsePrices = (call: Reading, input: CropPrices) =>
  call.catalogueReads.quick((db) => getPrices(db, input, call));

export const browseMovers = (call: Reading, input: Movers) =>
  call.catalogueReads.quick(async (db) => ({
    movers: await listMovers(db, input, call),
  }));

export const browseCountyPrices = (call: Reading, input: { crop: string }) =>
  call.catalogueReads.quick((db) => listCountyPrices(db, input, call));

export const browsePriceHint = (call: Reading, input: PriceHint) =>
  call.catalogueReads.quick((db) => getPriceHint(db, input, call));

export const browsePriceOverview = (call: Reading, input: PriceOverview) =>
  call.catalogueReads.quick((db) => getPriceOverview(db, input, call));

export const browseCropPage = (call: Reading, input: CropPage) =>
  call.catalogueReads.quick((db) => getCropPage(db, input, call));
