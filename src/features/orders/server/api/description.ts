import * as z from 'zod/mini';
import { putCartInput } from '#features/orders/rules/cart.ts';
import { orderStatuses } from '#features/orders/rules/order-facts.ts';
import {
  declareHarvestInput,
  listFarmOrdersInput,
  listOrdersInput,
  orderIdInput,
  placeOrderInput,
} from '#features/orders/rules/order-input.ts';
import {
  listPaymentsInput,
  payOrderInput,
  statementInput,
} from '#features/orders/rules/payment.ts';
import { photoErrors } from '#features/photos/contract.ts';
import { nextCursor } from '#platform/contract/answers.ts';
import { takenAt } from '#platform/rules/taken-at.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';
import { buyerSteps } from './buyer-orders.ts';
import { farmerSteps } from './farmer-orders.ts';
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
import { stepPaths } from './step-paths.ts';

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
    details:
      'Makes one order for each farm. `farms` lists the farms whose fulfilment differs. `basket` is ordered instead of the cart, which stays as it is.',
    by: 'buyer',
    keys: ['orders'],
    input: placeOrderInput,
    idempotencyKey: 'required',
    status: 201,
    answer: z.object({ orders: z.array(placedOrder) }),
    errors: [
      'CART_EMPTY',
      'PRODUCT_NOT_FOUND',
      'OFFER_GONE',
      'OWN_FARM',
      'PRICE_CHANGED',
      'OUT_OF_STOCK',
      'TOTAL_NEEDED',
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
  ...stepPaths('buyer', buyerSteps),
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
  ...stepPaths('farmer', farmerSteps),
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
