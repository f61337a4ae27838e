import {
  answerDisputeInput,
  cancelOrderInput,
  completeOrderInput,
  confirmOrderInput,
  declareHarvestInput,
  orderIdInput,
  rejectOrderInput,
  shortenOrderInput,
  sortFarmOrdersInput,
  weighOrderInput,
} from '#features/orders/rules/order-input.ts';
import { answerReviewInput, rateBuyerInput } from '#features/orders/rules/review.ts';
import { answerDispute } from '#features/orders/server/disputes.ts';
import {
  getFarmerOrder,
  listFarmerOrders,
  openFarmerOrder,
} from '#features/orders/server/list-orders.ts';
import { watchOrders } from '#features/orders/server/order-changes.ts';
import {
  cancelAsFarmer,
  completeOrder,
  confirmOrder,
  dispatchOrder,
  rejectOrder,
  reportNotCollected,
} from '#features/orders/server/order-steps.ts';
import { answerReview, rateBuyer } from '#features/orders/server/reviews.ts';
import { shortenOrder } from '#features/orders/server/settlement/shorten-order.ts';
import { weighOrder } from '#features/orders/server/weigh-order.ts';
import { productIdInput } from '#features/products/rules/product.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { FarmerContext } from '#platform/server/trpc/context.ts';
import { once } from '#platform/server/trpc/once.ts';
import { farmerProcedure } from '#platform/server/trpc/procedures.ts';
import { declareHarvest, listPreOrders } from '../settlement/declare-harvest.ts';
import { afterAsking } from './after-asking.ts';
import { readKeys, refuseDepositsToKeys, stepKeys } from './orders-by-key.ts';
import type { StepPath } from './step-paths.ts';

const farmerOrder = farmerProcedure.meta({ changes: 'stock' });

const readFarmerOrder = ({ ctx, input }: { ctx: FarmerContext; input: { orderId: number } }) =>
  getFarmerOrder(ctx.db, { orderId: input.orderId, farmerId: ctx.farmer.id }, ctx.services);

/** A farmer's actions on orders. Every step returns the updated order. */
export const farmerOrders = {
  list: farmerOrder
    .meta(readKeys)
    .input(sortFarmOrdersInput)
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

const shortErrors: ErrorCode[] = [
  'ORDER_LINE_NOT_FOUND',
  'MORE_THAN_ORDERED',
  'ORDER_LINE_CHANGED',
];

/** The REST paths of a farmer's steps, by their procedures. */
export const farmerSteps = {
  confirm: {
    path: 'confirm',
    summary: 'Accept an order',
    keys: ['orders'],
    input: confirmOrderInput,
    details: 'With `lines` only the part that there is; nothing of any line rejects the order.',
    errors: ['DELIVERY_DATE_PAST', ...shortErrors],
  },
  shorten: {
    path: 'shorten',
    summary: 'Lower the quantities of an accepted order',
    details:
      'Before you send it. The buyer is told and may cancel; a paid difference goes back. Nothing of any line cancels the order.',
    input: shortenOrderInput,
    errors: shortErrors,
  },
  reject: {
    path: 'reject',
    summary: 'Reject an order',
    details: 'A paid deposit goes back to the buyer, so a key cannot reject such an order.',
    keys: ['orders'],
    input: rejectOrderInput,
    errors: ['KEY_NOT_ALLOWED'],
  },
  cancel: {
    path: 'cancel',
    summary: 'Cancel an order before you send it',
    details: 'Paid money goes back to the buyer.',
    input: cancelOrderInput,
  },
  dispatch: {
    path: 'dispatch',
    summary: 'Say that the order is on its way',
    keys: ['orders'],
    input: orderIdInput,
    errors: ['ORDER_NOT_PAID'],
  },
  notCollected: {
    path: 'not-collected',
    summary: 'Say that a cash order was not collected',
    input: cancelOrderInput,
  },
  weigh: {
    path: 'weigh',
    summary: 'Enter what the goods weigh at the handover',
    details:
      'Lines in kg, within 10% of what was agreed. The buyer gets a new handover code, which agrees to the weights. Less lowers the total when the order is completed; an M-Pesa buyer pays for more, or leaves it.',
    input: weighOrderInput,
    errors: [
      'ORDER_LINE_NOT_FOUND',
      'NOT_SOLD_BY_WEIGHT',
      'WEIGHT_OUT_OF_RANGE',
      'WEIGHED_ELSEWHERE',
      'WEIGHED_TOO_OFTEN',
    ],
  },
  complete: {
    path: 'complete',
    summary: "Complete an order with the buyer's handover code",
    keys: ['orders'],
    input: completeOrderInput,
    errors: [
      'HANDOVER_CODE_WRONG',
      'HANDOVER_CODE_OUTDATED',
      'HANDOVER_LOCKED',
      'PAYMENT_UNDER_WAY',
    ],
  },
  answerDispute: {
    path: 'dispute/answer',
    summary: 'Answer a reported problem',
    input: answerDisputeInput,
    errors: ['DISPUTE_ANSWERED'],
  },
  rateBuyer: {
    path: 'rate',
    summary: 'Rate the buyer of an order',
    input: rateBuyerInput,
    errors: ['REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
  },
} satisfies Partial<Record<keyof typeof farmerOrders, StepPath>>;
