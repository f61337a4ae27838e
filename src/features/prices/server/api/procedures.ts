import {
  countyPricesInput,
  cropPricesInput,
  moversInput,
  priceHintInput,
  removePriceAlertInput,
  setPriceAlertInput,
} from '#features/prices/rules/price-input.ts';
import { cropPageInput, priceOverviewInput } from '#features/prices/rules/price-page-input.ts';
import { browseCropPage, browsePriceOverview } from '#features/prices/server/browse-price-pages.ts';
import {
  browseCountyPrices,
  browseMovers,
  browsePriceHint,
  browsePrices,
} from '#features/prices/server/browse-prices.ts';
import { listPricesOfFarmer } from '#features/prices/server/list-own-prices.ts';
import {
  listPriceAlerts,
  markPricesOpened,
  removePriceAlert,
  setPriceAlert,
} from '#features/prices/server/manage-alerts.ts';
import {
  farmerProcedure,
  publicProcedure,
  userProcedure,
} from '#platform/server/trpc/procedures.ts';

/** This feature's part of the router `market`. */
export const market = {
  /** A crop's weekly prices, and prices published by others. */
  prices: publicProcedure
    .meta({ shows: 'prices' })
    .input(cropPricesInput)
    .query(({ ctx, input }) => browsePrices(ctx, input)),
  priceMovers: publicProcedure
    .meta({ shows: 'prices' })
    .input(moversInput)
    .query(({ ctx, input }) => browseMovers(ctx, input)),
  countyPrices: publicProcedure
    .meta({ shows: 'prices' })
    .input(countyPricesInput)
    .query(({ ctx, input }) => browseCountyPrices(ctx, input)),
  /** A crop's current price, for the product form, the product's page and offers. */
  priceHint: publicProcedure
    .meta({ shows: 'prices' })
    .input(priceHintInput)
    .query(({ ctx, input }) => browsePriceHint(ctx, input)),
  /** The data of the page of all prices, and below of a crop's page. */
  priceOverview: publicProcedure
    .meta({ shows: 'prices' })
    .input(priceOverviewInput)
    .query(({ ctx, input }) => browsePriceOverview(ctx, input)),
  cropPage: publicProcedure
    .meta({ shows: 'prices' })
    .input(cropPageInput)
    .query(({ ctx, input }) => browseCropPage(ctx, input)),
};

/** This feature's part of the router `farmer`. */
export const farmer = {
  /** The farm's prices next to other farms' prices. */
  prices: farmerProcedure.query(({ ctx }) =>
    listPricesOfFarmer(ctx.db, ctx.farmer.id, ctx.services),
  ),
};

/**
 * Alerts for buyers and farmers when a crop costs less than a limit. All procedures except `opened`
 * return all of the user's alerts.
 */
export const priceAlerts = {
  list: userProcedure.query(({ ctx }) => listPriceAlerts(ctx.db, ctx.currentSession.userId)),
  set: userProcedure
    .input(setPriceAlertInput)
    .mutation(({ ctx, input }) =>
      setPriceAlert(ctx.db, { ...input, userId: ctx.currentSession.userId }, ctx.services),
    ),
  remove: userProcedure
    .input(removePriceAlertInput)
    .mutation(({ ctx, input }) =>
      removePriceAlert(ctx.db, { ...input, userId: ctx.currentSession.userId }),
    ),
  opened: userProcedure
    .input(countyPricesInput)
    .mutation(({ ctx, input }) =>
      markPricesOpened(ctx.db, { ...input, userId: ctx.currentSession.userId }, ctx.services),
    ),
};
