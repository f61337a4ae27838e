import * as z from 'zod/mini';
import { putCartInput } from '#features/orders/rules/cart.ts';
import { orderStatuses } from '#features/orders/rules/order-facts.ts';
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
  placeOrderInput,
  rejectOrderInput,
  seenOrderInput,
  shortenOrderInput,
  weighOrderInput,
} from '#features/orders/rules/order-input.ts';
import {
  listPaymentsInput,
  payOrderInput,
  statementInput,
} from '#features/orders/rules/payment.ts';
import { rateBuyerInput, rateOrderInput } from '#features/orders/rules/review.ts';
import { photoErrors } from '#features/photos/server/photo-answers.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { Role } from '#platform/rules/role.ts';
import { takenAt } from '#platform/rules/taken-at.ts';
import {
  type ApiDescription,
  nextCursor,
  type PathDescription,
} from '#platform/server/openapi/api-description.ts';
import {
  attemptAnswer,
  buyerOrderAnswer,
  cartAnswer,
  farmerOrderAnswer,
  listedBuyerOrder,
  listedFarmerOrder,
  paymentAnswer,
} from './order-answers.ts';
import { orderFields } from './order-fields.ts';

type Step = Pick<PathDescription, 'summary' | 'details' | 'input' | 'keys'> & {
  errors?: ErrorCode[];
};

/** A step of one order: all take an Idempotency-Key and answer the order as it is afterwards. */
const stepBy = (by: Role, { errors = [], ...step }: Step): PathDescription => ({
  by,
  input: orderIdInput,
  fromPath: { id: 'orderId' },
  idempotencyKey: 'optional',
  answer: z.object({ order: by === 'buyer' ? buyerOrderAnswer : farmerOrderAnswer }),
  errors: ['ORDER_NOT_FOUND', 'STEP_NOT_ALLOWED', 'RESERVATION_OVER', ...errors],
  ...step,
});

const shortErrors: ErrorCode[] = [
  'ORDER_LINE_NOT_FOUND',
  'MORE_THAN_ORDERED',
  'ORDER_LINE_CHANGED',
];

const placedOrder = z.object({
  id: z.int(),
  farmId: z.int(),
  farmName: z.string(),
  status: z.enum(orderStatuses),
  total: z.number(),
});

const buyerPaths: ApiDescription['paths'] = {
  'GET /api/buyer/cart': {
    summary: 'See your cart',
    details: 'At most 100 lines, so there is never another page.',
    by: 'buyer',
    keys: ['read', 'orders'],
    answer: cartAnswer,
  },
  'PUT /api/buyer/cart': {
    summary: 'Replace your cart',
    details: "Accepts today's prices.",
    by: 'buyer',
    keys: ['orders'],
    input: putCartInput,
    idempotencyKey: 'optional',
    answer: cartAnswer,
    errors: ['PRODUCT_NOT_FOUND', 'CART_FULL'],
  },
  'GET /api/buyer/orders': {
    summary: 'List your orders',
    by: 'buyer',
    keys: ['read', 'orders'],
    input: listOrdersInput,
    answer: z.object({ orders: z.array(listedBuyerOrder), nextCursor }),
  },
  'POST /api/buyer/orders': {
    summary: 'Order what is in your cart',
    details: 'Makes one order for each farm. `farms` lists the farms whose fulfilment differs.',
    by: 'buyer',
    keys: ['orders'],
    input: placeOrderInput,
    idempotencyKey: 'required',
    status: 201,
    answer: z.object({ orders: z.array(placedOrder) }),
    errors: [
      'CART_EMPTY',
      'OFFER_GONE',
      'OWN_FARM',
      'PRICE_CHANGED',
      'OUT_OF_STOCK',
      'CART_CHANGED',
      'BELOW_MINIMUM',
      'TOO_FAR',
      'WISHED_DAY_NOT_NEAR',
      'ORDER_TOO_LARGE',
      'MPESA_NOT_AVAILABLE',
      'MPESA_ORDER_TOO_SMALL',
      'MPESA_ORDER_TOO_LARGE',
      'PRE_ORDER_BY_MPESA',
      'TOO_MANY_PENDING_ORDERS',
      'TOO_MANY_ORDERS_OF_FARM',
      'TOO_MANY_UNPROVEN_ORDERS',
      'TOO_MANY_ORDERS_OF_NETWORK',
      'UNPROVEN_QUANTITY',
      'SUSPENDED',
    ],
  },
  'GET /api/buyer/orders/:id': {
    summary: 'See one of your orders',
    by: 'buyer',
    keys: ['read', 'orders'],
    input: orderIdInput,
    fromPath: { id: 'orderId' },
    answer: z.object({ order: buyerOrderAnswer }),
    errors: ['ORDER_NOT_FOUND'],
  },
  'POST /api/buyer/orders/:id/pay': {
    summary: 'Pay by M-Pesa',
    details:
      'Asks the phone for its PIN. The answer says whether the phone rings, not whether it was paid.',
    by: 'buyer',
    input: payOrderInput,
    fromPath: { id: 'orderId' },
    answer: z.object({ order: buyerOrderAnswer, attempt: attemptAnswer }),
    errors: [
      'ORDER_NOT_FOUND',
      'MPESA_NOT_AVAILABLE',
      'MPESA_UNREACHABLE',
      'MPESA_ORDER_TOO_LARGE',
      'FARMER_SUSPENDED',
      'NOT_PAYABLE',
      'PAYMENT_UNDER_WAY',
      'TOO_MANY_PHONES_FOR_ORDER',
      'TOO_MANY_PHONES_TODAY',
    ],
  },
  'POST /api/buyer/orders/:id/cancel': stepBy('buyer', {
    summary: 'Cancel an order',
    input: cancelOrderInput,
  }),
  'POST /api/buyer/orders/:id/received': stepBy('buyer', {
    summary: 'Confirm that you have received the goods',
    input: seenOrderInput,
    errors: ['WEIGHED_MEANWHILE'],
  }),
  'POST /api/buyer/orders/:id/leave-difference': stepBy('buyer', {
    summary: 'Take only what was agreed of goods that weigh more',
    details: 'Instead of paying the difference by M-Pesa. Another weighing asks again.',
    input: seenOrderInput,
    errors: ['WEIGHED_MEANWHILE', 'PAYMENT_UNDER_WAY'],
  }),
  'POST /api/buyer/orders/:id/dispute': stepBy('buyer', {
    summary: 'Report a problem',
    input: disputeOrderInput,
  }),
  'POST /api/buyer/orders/:id/dispute/photos': {
    summary: 'Add photos of the problem',
    details: 'At most three.',
    by: 'buyer',
    input: z.object({ takenAt: z.optional(takenAt) }),
    files: 'photos',
    idempotencyKey: 'optional',
    answer: z.object({ order: buyerOrderAnswer }),
    errors: [...photoErrors, 'ORDER_NOT_FOUND', 'STEP_NOT_ALLOWED', 'TOO_MANY_DISPUTE_PHOTOS'],
  },
  'POST /api/buyer/orders/:id/rate': stepBy('buyer', {
    summary: 'Rate an order',
    input: rateOrderInput,
    errors: ['REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
  }),
  'GET /api/dispute-photos/:id': {
    summary: 'Open a photo of a problem',
    details: 'Only with the signed `url` of an order.',
    by: 'anyone',
    file: ['image/jpeg'],
  },
};

const farmerPaths: ApiDescription['paths'] = {
  'GET /api/farmer/orders': {
    summary: 'List the orders of your farm',
    by: 'farmer',
    keys: ['read', 'orders'],
    input: listFarmOrdersInput,
    answer: z.object({ orders: z.array(listedFarmerOrder), nextCursor }),
  },
  'GET /api/farmer/orders/:id': {
    summary: 'See one order of your farm',
    by: 'farmer',
    keys: ['read', 'orders'],
    input: orderIdInput,
    fromPath: { id: 'orderId' },
    answer: z.object({ order: farmerOrderAnswer }),
    errors: ['ORDER_NOT_FOUND'],
  },
  'POST /api/farmer/orders/:id/confirm': stepBy('farmer', {
    summary: 'Accept an order',
    keys: ['orders'],
    input: confirmOrderInput,
    details: 'With `lines` only the part that there is; nothing of any line rejects the order.',
    errors: ['DELIVERY_DATE_PAST', ...shortErrors],
  }),
  'POST /api/farmer/products/:id/harvest': {
    summary: 'Declare an announced harvest',
    details:
      'Confirms its pre-orders in the order in which they were placed, as far as the harvest goes; the last one may get a part, and the others are rejected. What nobody ordered is on the market.',
    by: 'farmer',
    input: declareHarvestInput,
    fromPath: { id: 'productId' },
    idempotencyKey: 'optional',
    answer: z.object({
      harvest: z.object({
        productId: z.int(),
        full: z.int(),
        part: z.int(),
        none: z.int(),
        left: z.number(),
      }),
    }),
    errors: ['PRODUCT_NOT_FOUND', 'HARVEST_NOT_ANNOUNCED', 'DELIVERY_DATE_PAST'],
  },
  'POST /api/farmer/orders/:id/shorten': stepBy('farmer', {
    summary: 'Lower the quantities of an accepted order',
    details:
      'Before you send it. The buyer is told and may cancel; a paid difference goes back. Nothing of any line cancels the order.',
    input: shortenOrderInput,
    errors: shortErrors,
  }),
  'POST /api/farmer/orders/:id/reject': stepBy('farmer', {
    summary: 'Reject an order',
    keys: ['orders'],
    input: rejectOrderInput,
  }),
  'POST /api/farmer/orders/:id/cancel': stepBy('farmer', {
    summary: 'Cancel an order before you send it',
    details: 'Paid money goes back to the buyer.',
    input: cancelOrderInput,
  }),
  'POST /api/farmer/orders/:id/dispatch': stepBy('farmer', {
    summary: 'Say that the order is on its way',
    keys: ['orders'],
    errors: ['ORDER_NOT_PAID'],
  }),
  'POST /api/farmer/orders/:id/not-collected': stepBy('farmer', {
    summary: 'Say that a cash order was not collected',
    input: cancelOrderInput,
  }),
  'POST /api/farmer/orders/:id/weigh': stepBy('farmer', {
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
  }),
  'POST /api/farmer/orders/:id/complete': stepBy('farmer', {
    summary: "Complete an order with the buyer's handover code",
    keys: ['orders'],
    input: completeOrderInput,
    errors: ['HANDOVER_CODE_WRONG', 'HANDOVER_CODE_OUTDATED', 'HANDOVER_LOCKED'],
  }),
  'POST /api/farmer/orders/:id/dispute/answer': stepBy('farmer', {
    summary: 'Answer a reported problem',
    input: answerDisputeInput,
    errors: ['DISPUTE_ANSWERED'],
  }),
  'POST /api/farmer/orders/:id/rate': stepBy('farmer', {
    summary: 'Rate the buyer of an order',
    input: rateBuyerInput,
    errors: ['REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
  }),
  'GET /api/farmer/payments': {
    summary: 'List the payments for your orders',
    by: 'farmer',
    keys: ['read'],
    input: listPaymentsInput,
    answer: z.object({ payments: z.array(paymentAnswer), nextCursor }),
  },
  'GET /api/farmer/payments/report.pdf': {
    summary: "Download a month's payments",
    by: 'farmer',
    input: z.partial(statementInput),
    file: ['application/pdf'],
  },
};

export const orderApi: ApiDescription = {
  title: 'Orders',
  fields: orderFields,
  paths: { ...buyerPaths, ...farmerPaths },
  partnerPaths: ['POST /api/payments/callback/:token', 'POST /api/payments/result/:token'],
};
