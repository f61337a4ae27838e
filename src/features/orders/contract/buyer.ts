import * as z from 'zod/mini';
import { nextCursor, noted } from '#platform/contract/answers.ts';
import { type Operation, operation } from '#platform/contract/operation.ts';
import {
  cancelOrderInput,
  disputeOrderInput,
  listOrdersInput,
  orderIdInput,
  placeOrderCall,
  quoteOrderInput,
  seenOrderInput,
} from '../rules/order-input.ts';
import { rateOrderInput } from '../rules/review.ts';
import { buyerOrderAnswer } from './buyer-order.ts';
import { stepErrors } from './parts.ts';

const readKeys = ['read', 'orders'] as const;

export const listBuyerOrders = operation({
  by: 'buyer',
  rest: 'GET /api/buyer/orders',
  summary: 'List your orders',
  keys: readKeys,
  input: listOrdersInput,
  notes: { status: ['The status of the order.', 'pending'] },
  answer: z.object({ orders: noted(z.array(buyerOrderAnswer), 'The newest first.'), nextCursor }),
});
export const quoteOrder = operation({ by: 'buyer', input: quoteOrderInput });
/** Its path is by hand, because the Idempotency-Key is part of the input. */
export const placeOrder = operation({
  by: 'buyer',
  keys: ['orders'],
  changes: 'stock',
  input: placeOrderCall,
});
const one = {
  by: 'buyer',
  own: 'order',
  fromPath: { id: 'orderId' },
  answer: buyerOrderAnswer,
  under: 'order',
  changes: 'stock',
} as const satisfies Partial<Operation>;

export const getBuyerOrder = operation({
  ...one,
  rest: 'GET /api/buyer/orders/:id',
  summary: 'See one of your orders',
  keys: readKeys,
  input: orderIdInput,
  errors: ['ORDER_NOT_FOUND'],
  notes: { 'path.id': ['The id of the order.', 42], order: ['The order after the step.'] },
});
export const getOrderAgain = operation({ by: 'buyer', own: 'order', input: orderIdInput });
const step = { ...one, once: true } as const;

export const cancelAsBuyer = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/cancel',
  summary: 'Cancel an order',
  input: cancelOrderInput,
  errors: stepErrors,
});
export const receiveOrder = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/received',
  summary: 'Confirm that you have received the goods',
  input: seenOrderInput,
  errors: [...stepErrors, 'WEIGHED_MEANWHILE', 'PAYMENT_UNDER_WAY'],
});
export const leaveDifference = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/leave-difference',
  summary: 'Take only what was agreed of goods that weigh more',
  details: 'Instead of paying the difference by M-Pesa. Another weighing asks again.',
  input: seenOrderInput,
  errors: [...stepErrors, 'WEIGHED_MEANWHILE', 'PAYMENT_UNDER_WAY'],
});
export const disputeOrder = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/dispute',
  summary: 'Report a problem',
  input: disputeOrderInput,
  errors: stepErrors,
});
export const rateOrder = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/rate',
  summary: 'Rate an order',
  input: rateOrderInput,
  errors: [...stepErrors, 'REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
});
