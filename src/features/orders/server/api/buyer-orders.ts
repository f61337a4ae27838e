import {
  cancelOrderInput,
  disputeOrderInput,
  listOrdersInput,
  orderIdInput,
  placeOrderCall,
  quoteOrderInput,
  seenOrderInput,
} from '#features/orders/rules/order-input.ts';
import { payOrderInput } from '#features/orders/rules/payment.ts';
import { rateOrderInput } from '#features/orders/rules/review.ts';
import {
  getBuyerOrder,
  listBuyerOrders,
  openBuyerOrder,
} from '#features/orders/server/list-orders.ts';
import { watchOrders } from '#features/orders/server/order-changes.ts';
import { cancelAsBuyer, disputeOrder, receiveOrder } from '#features/orders/server/order-steps.ts';
import { countedNetworks, placeOrder } from '#features/orders/server/place-order.ts';
import { getOrderAgain, quoteOrder } from '#features/orders/server/quote-order.ts';
import { requestPayment } from '#features/orders/server/request-payment.ts';
import { rateOrder } from '#features/orders/server/reviews.ts';
import { leaveDifference } from '#features/orders/server/weigh-order.ts';
import { givenPosition } from '#platform/rules/geo/geo.ts';
import type { BuyerContext } from '#platform/server/trpc/context.ts';
import { once } from '#platform/server/trpc/once.ts';
import { buyerProcedure } from '#platform/server/trpc/procedures.ts';
import { afterAsking } from './after-asking.ts';
import { readKeys, requireTotalOfKeys, stepKeys, withoutCodeForKeys } from './orders-by-key.ts';
import type { StepPath } from './step-paths.ts';

const buyerOrder = buyerProcedure.meta({ changes: 'stock' });

const readBuyerOrder = ({ ctx, input }: { ctx: BuyerContext; input: { orderId: number } }) =>
  getBuyerOrder(ctx.db, { orderId: input.orderId, buyerId: ctx.buyer.id }, ctx.services);

/** A buyer's actions on orders. Every step returns the updated order. */
export const buyerOrders = {
  pay: buyerOrder
    .input(payOrderInput)
    .mutation(({ ctx, input }) =>
      requestPayment(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
  quote: buyerOrder.input(quoteOrderInput).query(({ ctx, input }) => {
    const place = givenPosition(input) ?? null;
    const quoted = { buyerId: ctx.buyer.id, place, basket: input.basket };
    return quoteOrder(ctx.db, quoted, ctx.services);
  }),
  again: buyerOrder
    .input(orderIdInput)
    .query(({ ctx, input }) =>
      getOrderAgain(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
  place: buyerOrder
    .meta(stepKeys)
    .input(placeOrderCall)
    .mutation(({ ctx, input }) => {
      requireTotalOfKeys(ctx, input.order);
      const networks = countedNetworks(ctx.clientAddress, ctx.services);
      return placeOrder(ctx.db, { ...input, buyerId: ctx.buyer.id, networks }, ctx.services);
    }),
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

/** The REST paths of a buyer's steps, by their procedures. */
export const buyerSteps = {
  cancel: { path: 'cancel', summary: 'Cancel an order', input: cancelOrderInput },
  received: {
    path: 'received',
    summary: 'Confirm that you have received the goods',
    input: seenOrderInput,
    errors: ['WEIGHED_MEANWHILE', 'PAYMENT_UNDER_WAY'],
  },
  leaveDifference: {
    path: 'leave-difference',
    summary: 'Take only what was agreed of goods that weigh more',
    details: 'Instead of paying the difference by M-Pesa. Another weighing asks again.',
    input: seenOrderInput,
    errors: ['WEIGHED_MEANWHILE', 'PAYMENT_UNDER_WAY'],
  },
  dispute: { path: 'dispute', summary: 'Report a problem', input: disputeOrderInput },
  rate: {
    path: 'rate',
    summary: 'Rate an order',
    input: rateOrderInput,
    errors: ['REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
  },
} satisfies Partial<Record<keyof typeof buyerOrders, StepPath>>;
