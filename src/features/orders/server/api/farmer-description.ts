import * as z from 'zod/mini';
import {
  answerDisputeInput,
  cancelOrderInput,
  completeOrderInput,
  confirmOrderInput,
  declareHarvestInput,
  listFarmOrdersInput,
  orderIdInput,
  rejectOrderInput,
  shortenOrderInput,
  weighOrderInput,
} from '#features/orders/rules/order-input.ts';
import { listPaymentsInput, statementInput } from '#features/orders/rules/payment.ts';
import { rateBuyerInput } from '#features/orders/rules/review.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import { type ApiDescription, nextCursor } from '#platform/server/openapi/api-description.ts';
import { farmerOrderAnswer, listedFarmerOrder, paymentAnswer } from './order-answers.ts';
import { stepBy } from './step-description.ts';

const shortErrors: ErrorCode[] = [
  'ORDER_LINE_NOT_FOUND',
  'MORE_THAN_ORDERED',
  'ORDER_LINE_CHANGED',
];

/** The paths of farmers about orders and payments. */
export const farmerPaths: ApiDescription['paths'] = {
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
    details: 'A paid deposit goes back to the buyer, so a key cannot reject such an order.',
    keys: ['orders'],
    input: rejectOrderInput,
    errors: ['KEY_NOT_ALLOWED'],
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
    errors: [
      'HANDOVER_CODE_WRONG',
      'HANDOVER_CODE_OUTDATED',
      'HANDOVER_LOCKED',
      'PAYMENT_UNDER_WAY',
    ],
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
