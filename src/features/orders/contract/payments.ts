import * as z from 'zod/mini';
import { moment, named, nextCursor, noted, operation } from '#platform/contract.ts';
import { paymentMethods } from '../rules/order-facts.ts';
import { farmRatingsInput, farmReviewsInput } from '../rules/order-input.ts';
import {
  linkedOrderInput,
  listPaymentsInput,
  payLinkedOrderInput,
  paymentStates,
  payOrderInput,
  payoutStatuses,
  statementInput,
} from '../rules/payment.ts';
import { buyerOrderAnswer } from './buyer-order.ts';
import { attempt, kes, orNull, receipt, text } from './parts.ts';

const payment = named(
  'Payment',
  z.object({
    id: noted(z.int(), 'The id of the payment.', 8),
    orderId: noted(orNull(z.int()), 'The id of the order.', 42),
    buyerName: noted(
      text,
      'The name of the buyer; null or empty once the account is deleted.',
      'Otieno Odhiambo',
    ),
    amount: kes,
    method: noted(z.enum(paymentMethods), 'How it was paid.', 'M-Pesa'),
    date: noted(moment, 'When it happened.', '2026-11-26T07:30:00.000Z'),
    status: noted(
      z.enum(paymentStates),
      'Whether the money counts for the order or is returned.',
      'received',
    ),
    receipt,
    payout: noted(
      orNull(
        z.object({
          status: noted(z.enum(payoutStatuses), 'How far the money is.', 'due'),
          amount: kes,
          receipt,
          date: noted(orNull(moment), 'When it happened.', '2026-11-26T07:30:00.000Z'),
        }),
      ),
      'The money for the farmer, or null.',
    ),
  }),
);

export const payOrder = operation({
  by: 'buyer',
  own: 'order',
  changes: 'stock',
  fromPath: { id: 'orderId' },
  rest: 'POST /api/buyer/orders/:id/pay',
  summary: 'Pay by M-Pesa',
  details:
    'Asks the phone for its PIN. The answer says whether the phone rings, not whether it was paid.',
  input: payOrderInput,
  answer: z.object({
    order: buyerOrderAnswer,
    attempt: noted(z.object(attempt), 'The request to the phone.'),
  }),
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
});

export const listPayments = operation({
  by: 'farmer',
  keys: ['read'],
  rest: 'GET /api/farmer/payments',
  summary: 'List the payments for your orders',
  input: listPaymentsInput,
  answer: z.object({ payments: noted(z.array(payment), 'The newest first.'), nextCursor }),
});
export const summarizePayments = operation({ by: 'farmer' });
export const getStatement = operation({ by: 'farmer', input: statementInput });

export const getLinkedOrder = operation({ by: 'anyone', input: linkedOrderInput });
export const payLinkedOrder = operation({
  by: 'anyone',
  changes: 'stock',
  input: payLinkedOrderInput,
});

export const listFarmReviews = operation({ by: 'anyone', input: farmReviewsInput });
export const listFarmRatings = operation({ by: 'anyone', input: farmRatingsInput });
