import { mutation, query } from '#platform/server/trpc/procedures.ts';
import * as operations from '#prices/contract.ts';
import { listPricesOfFarmer } from '#prices/server/list-own-prices.ts';
import * as alerts from '#prices/server/manage-alerts.ts';
import * as browsing from '../get-price-pages.ts';

export const market = {
  prices: query(operations.browsePrices, browsing.browsePrices),
  priceMovers: query(operations.browseMovers, browsing.browseMovers),
  countyPrices: query(operations.browseCountyPrices, browsing.browseCountyPrices),
  priceHint: query(operations.browsePriceHint, browsing.browsePriceHint),
  priceOverview: query(operations.browsePriceOverview, browsing.browsePriceOverview),
  cropPage: query(operations.browseCropPage, browsing.browseCropPage),
};

export const farmer = { prices: query(operations.listPricesOfFarmer, listPricesOfFarmer) };

export const priceAlerts = {
  list: query(operations.listPriceAlerts, alerts.listPriceAlerts),
  set: mutation(operations.setPriceAlert, alerts.setPriceAlert),
  remove: mutation(operations.removePriceAlert, alerts.removePriceAlert),
  opened: mutation(operations.markPricesOpened, alerts.markPricesOpened),
};
