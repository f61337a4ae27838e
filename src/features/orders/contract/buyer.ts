import * as z from 'zod/mini';
import { photoAnswer } from '#photos/contract.ts';
import { moment, named, nextCursor, noted, type Operation, operation } from '#platform/contract.ts';
import { units } from '#products/rules/product.ts';
import { categories } from '#products/rules/product-facts.ts';
import {
  addToCartInput,
  cancelOrderInput,
  cartLineInput,
  disputeOrderInput,
  listOrdersInput,
  orderIdInput,
  placeOrderCall,
  putCartInput,
  quoteOrderInput,
  rateOrderInput,
  removeFromCartInput,
  seenOrderInput,
  visitorCartInput,
} from '../rules/order-input.ts';
import { buyerOrderAnswer } from './buyer-order.ts';
import { deposit, harvestBy, kes, orNull, priced, stepErrors, text } from './parts.ts';

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
const step = { ...one, once: true, errors: stepErrors } as const;

export const cancelAsBuyer = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/cancel',
  summary: 'Cancel an order',
  input: cancelOrderInput,
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
});
export const rateOrder = operation({
  ...step,
  rest: 'POST /api/buyer/orders/:id/rate',
  summary: 'Rate an order',
  input: rateOrderInput,
  errors: [...stepErrors, 'REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
});

const cartLine = named(
  'CartLine',
  z.object({
    ...priced,
    productId: noted(z.int(), 'The id of the product; null once it is deleted.', 17),
    farmId: noted(z.int(), 'The id of the farm; null once its account is deleted.', 5),
    category: noted(z.enum(categories), 'The category.', 'Vegetables'),
    crop: noted(orNull(text), 'The id of the crop, or null.', 'tomato'),
    acceptedPrice: noted(z.number(), 'KES per unit when it was put into the cart.', 1200),
    acceptedUnit: noted(z.enum(units), 'The unit when it was put into the cart.', 'crates'),
    acceptedNetWeightKg: noted(orNull(z.number()), 'Kilograms of one unit then.', 20),
    depositPercent: noted(
      orNull(z.number()),
      'Of an announced harvest: the percentage that is paid before it.',
      30,
    ),
    available: noted(z.number(), 'How much can be ordered now.', 120),
    problem: noted(orNull(text), 'Why the line cannot be ordered as it is, or null.', null),
    offerId: noted(orNull(z.int()), 'The agreed price offer behind the line, or null.', null),
    heldUntil: noted(
      orNull(moment),
      'Until when an agreed offer holds the goods.',
      '2026-11-28T07:30:00.000Z',
    ),
    photo: noted(orNull(photoAnswer), 'The main photo, or null.'),
  }),
);

const cart = z.object({
  lines: noted(z.array(cartLine), 'One for each product.'),
  farms: noted(
    z.array(
      z.object({
        farmId: noted(z.int(), 'The id of the farm; null once its account is deleted.', 5),
        farmName: noted(
          text,
          'The name of the farm; null once its account is deleted.',
          'Wanjiku Farm',
        ),
        county: noted(text, 'The county of the farm.', 'Nakuru'),
        isFarmVerified: noted(z.boolean(), 'The position of the farm was measured by GPS.', true),
        coverageRadiusMetres: noted(z.number(), 'How far the farm delivers, in metres.', 5000),
        deliveryFee: noted(z.number(), 'KES for the delivery.', 200),
        minimumOrder: noted(z.number(), 'KES. The smallest order that the farm delivers.', 1000),
        deposit,
        harvestBy,
        harvestProductId: noted(
          orNull(z.int()),
          'The announced product that this part is a pre-order of.',
          null,
        ),
        subtotal: noted(z.number(), 'KES without the delivery fee.', 2400),
        isBelowMinimum: noted(z.boolean(), "The farm's part is smaller than that.", false),
        lines: noted(z.array(cartLine), 'One for each product.'),
      }),
    ),
    'One for each farm of the cart.',
  ),
  total: kes,
  lineCount: noted(z.int(), 'How many lines.', 1),
  canOrder: noted(z.boolean(), 'The cart can be ordered as it is.', true),
  nextCursor: z.null(),
});

export const getCart = operation({ by: 'buyer' });

/** For the screen that shows the cart: accepted offers count as seen. */
export const seeCart = operation({
  by: 'buyer',
  keys: ['read', 'orders'],
  rest: 'GET /api/buyer/cart',
  summary: 'See your cart',
  details: 'At most 100 lines, so there is never another page.',
  answer: cart,
});
export const putCart = operation({
  by: 'buyer',
  keys: ['orders'],
  once: true,
  rest: 'PUT /api/buyer/cart',
  summary: 'Replace your cart',
  details: "Accepts today's prices.",
  input: putCartInput,
  answer: cart,
  errors: ['PRODUCT_NOT_FOUND', 'CART_FULL'],
});
export const addToCart = operation({ by: 'buyer', once: true, input: addToCartInput });
export const setCartLine = operation({ by: 'buyer', once: true, input: cartLineInput });
export const removeFromCart = operation({ by: 'buyer', once: true, input: removeFromCartInput });
export const getVisitorCart = operation({ by: 'anyone', input: visitorCartInput });
