import {
  countyPricesInput,
  removePriceAlertInput,
  setPriceAlertInput,
} from '#features/prices/rules/price-input.ts';
import {
  listPriceAlerts,
  markPricesOpened,
  removePriceAlert,
  setPriceAlert,
} from '#features/prices/server/manage-alerts.ts';
import { router, userProcedure } from '../procedures.ts';

/**
 * Alerts for buyers and farmers when a crop costs less than a limit. All procedures except `opened`
 * return all of the user's alerts.
 */
export const priceAlerts = router({
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
});
