import {
  answerDisputeInput,
  cancelOrderInput,
  completeOrderInput,
  confirmOrderInput,
  declareHarvestInput,
  disputeOrderInput,
  listFarmOrdersInput,
  listOrdersInput,
  orderIdInput,
  placeOrderCall,
  quoteOrderInput,
  rejectOrderInput,
  seenOrderInput,
  shortenOrderInput,
  weighOrderInput,
} from '#features/orders/rules/order-input.ts';
import { payOrderInput } from '#features/orders/rules/payment.ts';
import {
  answerReviewInput,
  rateBuyerInput,
  rateOrderInput,
} from '#features/orders/rules/review.ts';
import { answerDispute } from '#features/orders/server/disputes.ts';
import {
  getBuyerOrder,
  getFarmerOrder,
  listBuyerOrders,
  listFarmerOrders,
  openBuyerOrder,
  openFarmerOrder,
} from '#features/orders/server/list-orders.ts';
import { watchOrders } from '#features/orders/server/order-changes.ts';
import {
  cancelAsBuyer,
  cancelAsFarmer,
  completeOrder,
  confirmOrder,
  dispatchOrder,
  disputeOrder,
  receiveOrder,
  rejectOrder,
  reportNotCollected,
} from '#features/orders/server/order-steps.ts';
import { placeOrder } from '#features/orders/server/place-order.ts';
import { quoteOrder } from '#features/orders/server/quote-order.ts';
import { rateBuyer } from '#features/orders/server/rate-buyer.ts';
import { requestPayment } from '#features/orders/server/request-payment.ts';
import { answerReview, rateOrder } from '#features/orders/server/reviews.ts';
import { shortenOrder } from '#features/orders/server/settlement/shorten-order.ts';
import { leaveDifference, weighOrder } from '#features/orders/server/weigh-order.ts';
import { productIdInput } from '#features/products/rules/product.ts';
import { givenPosition } from '#platform/rules/geo/geo.ts';
import type { BuyerContext, FarmerContext } from '#platform/server/trpc/context.ts';
import { once } from '#platform/server/trpc/once.ts';
import { buyerProcedure, farmerProcedure } from '#platform/server/trpc/procedures.ts';
import { declareHarvest, listPreOrders } from '../settlement/declare-harvest.ts';
import { afterAsking } from './after-asking.ts';
import { readKeys, refuseDepositsToKeys, stepKeys, withoutCodeForKeys } from './orders-by-key.ts';

const buyerOrder = buyerProcedure.meta({ changes: 'stock' });
const farmerOrder = farmerProcedure.meta({ changes: 'stock' });
type OfOrder<Context> = { ctx: Context; input: { orderId: number } };

const readBuyerOrder = ({ ctx, input: { orderId } }: OfOrder<BuyerContext>) =>
  getBuyerOrder(ctx.db, { orderId, buyerId: ctx.buyer.id }, ctx.services);

const readFarmerOrder = ({ ctx, input: { orderId } }: OfOrder<FarmerContext>) =>
  getFarmerOrder(ctx.db, { orderId, farmerId: ctx.farmer.id }, ctx.services);

/** A buyer's actions on orders. Every step returns the updated order. */
export const buyerOrders = {
  pay: buyerOrder
    .input(payOrderInput)
    .mutation(({ ctx, input }) =>
      requestPayment(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
  quote: buyerOrder.input(quoteOrderInput).query(({ ctx, input }) => {
    const place = givenPosition(input) ?? null;
    return quoteOrder(ctx.db, { buyerId: ctx.buyer.id, place }, ctx.services);
  }),
  place: buyerOrder
    .meta(stepKeys)
    .input(placeOrderCall)
    .mutation(({ ctx, input }) =>
      placeOrder(
        ctx.db,
        { ...input, buyerId: ctx.buyer.id, clientAddress: ctx.clientAddress },
        ctx.services,
      ),
    ),
  list: buyerOrder
    .meta(readKeys)
    .input(listOrdersInput)
    .query(async ({ ctx, input }) => {
      const list = { ...input, buyerId: ctx.buyer.id };
      const { orders, ...rest } = await listBuyerOrders(ctx.db, list, ctx.services);
      return { ...rest, orders: orders.map((order) => withoutCodeForKeys(ctx, order)) };
    }),
  get: buyerOrder
    .meta(readKeys)
    .input(orderIdInput)
    .query(async ({ ctx, input }) => {
      const own = { ...input, buyerId: ctx.buyer.id };
      return withoutCodeForKeys(ctx, await openBuyerOrder(ctx.db, own, ctx.services));
    }),
  cancel: buyerOrder
    .input(cancelOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          cancelAsBuyer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readBuyerOrder,
      ),
    ),
  leaveDifference: buyerOrder
    .input(seenOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          leaveDifference(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readBuyerOrder,
      ),
    ),
  received: buyerOrder
    .input(seenOrderInput)
    .mutation(
      afterAsking(
        once(
          ({ ctx, input }) =>
            receiveOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
          readBuyerOrder,
        ),
      ),
    ),
  dispute: buyerOrder
    .input(disputeOrderInput)
    .mutation(
      once(
        ({ ctx, input }) => disputeOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readBuyerOrder,
      ),
    ),
  rate: buyerOrder
    .input(rateOrderInput)
    .mutation(
      once(
        ({ ctx, input }) => rateOrder(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
        readBuyerOrder,
      ),
    ),
  /** The numbers of the buyer's orders as they change, while a page is open. */
  changes: buyerOrder.subscription(({ ctx, signal }) =>
    watchOrders(ctx.db, ctx.currentSession, {
      ...ctx.services,
      clientAddress: ctx.clientAddress,
      signal,
    }),
  ),
};

/** A farmer's actions on orders. Every step returns the updated order. */
export const farmerOrders = {
  list: farmerOrder
    .meta(readKeys)
    .input(listFarmOrdersInput)
    .query(({ ctx, input }) =>
      listFarmerOrders(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  get: farmerOrder
    .meta(readKeys)
    .input(orderIdInput)
    .query(({ ctx, input }) =>
      openFarmerOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  confirm: farmerOrder
    .meta(stepKeys)
    .input(confirmOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          confirmOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  /** The orders that wait for the harvest of an announced product. */
  preOrders: farmerOrder
    .input(productIdInput)
    .query(({ ctx, input }) =>
      listPreOrders(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  declareHarvest: farmerOrder
    .input(declareHarvestInput)
    .mutation(
      once(({ ctx, input }) =>
        declareHarvest(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
      ),
    ),
  shorten: farmerOrder
    .input(shortenOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          shortenOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  reject: farmerOrder
    .meta(stepKeys)
    .input(rejectOrderInput)
    .mutation(
      once(async ({ ctx, input }) => {
        await refuseDepositsToKeys(ctx, input.orderId);
        return rejectOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services);
      }, readFarmerOrder),
    ),
  cancel: farmerOrder
    .input(cancelOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          cancelAsFarmer(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  dispatch: farmerOrder
    .meta(stepKeys)
    .input(orderIdInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          dispatchOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  notCollected: farmerOrder
    .input(cancelOrderInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          reportNotCollected(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  weigh: farmerOrder
    .input(weighOrderInput)
    .mutation(
      once(
        ({ ctx, input }) => weighOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  complete: farmerOrder
    .meta(stepKeys)
    .input(completeOrderInput)
    .mutation(
      afterAsking(
        once(
          ({ ctx, input }) =>
            completeOrder(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
          readFarmerOrder,
        ),
      ),
    ),
  answerDispute: farmerOrder
    .input(answerDisputeInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          answerDispute(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  rateBuyer: farmerOrder
    .input(rateBuyerInput)
    .mutation(
      once(
        ({ ctx, input }) => rateBuyer(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  answerReview: farmerOrder
    .input(answerReviewInput)
    .mutation(
      once(
        ({ ctx, input }) =>
          answerReview(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
        readFarmerOrder,
      ),
    ),
  changes: farmerOrder.subscription(({ ctx, signal }) =>
    watchOrders(ctx.db, ctx.currentSession, {
      ...ctx.services,
      clientAddress: ctx.clientAddress,
      signal,
    }),
  ),
};
