import * as z from 'zod/mini';
import { buyerOrderAnswer, placedOrders } from '#features/orders/contract/buyer-order.ts';
import { placeOrderInput } from '#features/orders/rules/order-input.ts';
import { statementInput } from '#features/orders/rules/payment.ts';
import { photoErrors } from '#features/photos/contract.ts';
import { takenAt } from '#platform/rules/taken-at.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';

export const pathsByHand: ApiDescription['paths'] = {
  'POST /api/buyer/orders': {
    summary: 'Order what is in your cart',
    details:
      'Makes one order for each farm. `farms` lists the farms whose fulfilment differs. `basket` is ordered instead of the cart, which stays as it is.',
    by: 'buyer',
    keys: ['orders'],
    input: placeOrderInput,
    idempotencyKey: 'required',
    status: 201,
    answer: placedOrders,
    notes: {
      expectedTotal: [
        'KES that the buyer saw. If the total has changed, nothing is ordered. Needed with an API key.',
        2600,
      ],
      expectedDeposit: [
        'KES of all deposits that the buyer saw. If they have changed, nothing is ordered.',
        780,
      ],
      basket: ["Ordered at today's prices instead of the cart."],
    },
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
  'GET /api/farmer/payments/report.pdf': {
    summary: "Download a month's payments",
    by: 'farmer',
    input: z.partial(statementInput),
    notes: { month: ['A month in Nairobi; the current one without it.', '2026-11'] },
    file: ['application/pdf'],
  },
};
