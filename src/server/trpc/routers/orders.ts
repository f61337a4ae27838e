import { completeOrder } from '#server/modules/trade/complete-order.ts';
import { getBuyerOrder, getFarmerOrder, listBuyerOrders, listFarmerOrders } from '#server/modules/trade/list-orders.ts';
import { placeOrder } from '#server/modules/trade/place-order.ts';
import { quoteOrder } from '#server/modules/trade/quote-order.ts';
import {
  cancelAsBuyer,
  cancelAsFarmer,
  confirmOrder,
  dispatchOrder,
  disputeOrder,
  receiveOrder,
  rejectOrder,
  reportNotCollected,
} from '#server/modules/trade/take-step.ts';
import { watchOrders } from '#server/modules/trade/watch-orders.ts';
import { buyerProcedure, farmerProcedure, router } from '#server/trpc/procedures.ts';
import {
  cancelOrderInput,
  completeOrderInput,
  confirmOrderInput,
  disputeOrderInput,
  listOrdersInput,
  orderIdInput,
  placeOrderCall,
  quoteOrderInput,
  rejectOrderInput,
} from '#shared/order.ts';
import { payOrder } from './pay-order.ts';
import { buyerReviews, farmerReviews } from './reviews.ts';

/** What a buyer does with orders; every step answers the order as it is then. */
export const buyerOrders = router({
  pay: payOrder,
  quote: buyerProcedure.input(quoteOrderInput).query(({ ctx, input: { latitude, longitude } }) => {
    const place = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
    return quoteOrder(ctx.db, { buyerId: ctx.buyer.id, place }, ctx.services);
  }),
  place: buyerProcedure
    .input(placeOrderCall)
    .mutation(({ ctx, input }) => placeOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  list: buyerProcedure
    .input(listOrdersInput)
    .query(({ ctx, input }) => listBuyerOrders(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  get: buyerProcedure
    .input(orderIdInput)
    .query(({ ctx, input }) => getBuyerOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  cancel: buyerProcedure
    .input(cancelOrderInput)
    .mutation(({ ctx, input }) => cancelAsBuyer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  received: buyerProcedure
    .input(orderIdInput)
    .mutation(({ ctx, input }) => receiveOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  dispute: buyerProcedure
    .input(disputeOrderInput)
    .mutation(({ ctx, input }) => disputeOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services)),
  ...buyerReviews,
  /** The numbers of the buyer's orders as they change, while a page is open. */
  changes: buyerProcedure.subscription(({ ctx, signal }) =>
    watchOrders(ctx.db, ctx.currentSession, { orderChanges: ctx.services.orderChanges, signal }),
  ),
});

/** What a farmer does with orders, likewise. */
export const farmerOrders = router({
  list: farmerProcedure
    .input(listOrdersInput)
    .query(({ ctx, input }) => listFarmerOrders(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  get: farmerProcedure
    .input(orderIdInput)
    .query(({ ctx, input }) => getFarmerOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  confirm: farmerProcedure
    .input(confirmOrderInput)
    .mutation(({ ctx, input }) => confirmOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  reject: farmerProcedure
    .input(rejectOrderInput)
    .mutation(({ ctx, input }) => rejectOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  cancel: farmerProcedure
    .input(cancelOrderInput)
    .mutation(({ ctx, input }) => cancelAsFarmer(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  dispatch: farmerProcedure
    .input(orderIdInput)
    .mutation(({ ctx, input }) => dispatchOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  notCollected: farmerProcedure
    .input(cancelOrderInput)
    .mutation(({ ctx, input }) => reportNotCollected(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  complete: farmerProcedure
    .input(completeOrderInput)
    .mutation(({ ctx, input }) => completeOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services)),
  ...farmerReviews,
  changes: farmerProcedure.subscription(({ ctx, signal }) =>
    watchOrders(ctx.db, ctx.currentSession, { orderChanges: ctx.services.orderChanges, signal }),
  ),
});
