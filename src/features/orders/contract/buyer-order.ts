import * as z from 'zod/mini';
import { photoAnswer } from '#photos/contract.ts';
import { moment, named, noted } from '#platform/contract.ts';
import { categories } from '#products/rules/product-facts.ts';
import { orderStatuses } from '../rules/order-facts.ts';
import { paymentStates, payoutStatuses } from '../rules/payment.ts';
import {
  events,
  kes,
  lastRequest,
  line,
  orNull,
  preOrder,
  receipt,
  shared,
  text,
} from './parts.ts';

const buyerOrder = {
  ...shared,
  latitude: orNull(z.number()),
  longitude: orNull(z.number()),
  farmId: noted(orNull(z.int()), 'The id of the farm; null once its account is deleted.', 5),
  farmName: noted(
    orNull(text),
    'The name of the farm; null once its account is deleted.',
    'Wanjiku Farm',
  ),
  county: noted(orNull(text), 'The county of the farm.', 'Nakuru'),
  subtotal: noted(z.number(), 'KES without the delivery fee.', 2400),
  total: kes,
  credit: noted(
    z.number(),
    'KES that an earlier refund, too small for M-Pesa, pays of the total.',
    5,
  ),
  toPay: noted(
    z.number(),
    'KES that M-Pesa asks for when the buyer pays now; 0 if nothing is to be paid.',
    2595,
  ),
  ...preOrder,
  refunds: noted(
    z.array(
      named(
        'DifferenceRefund',
        z.object({
          status: noted(z.enum(payoutStatuses), 'How far the money is.', 'paid'),
          amount: kes,
          receipt,
          phoneNumber: noted(
            orNull(text),
            'The phone that paid, to which it goes.',
            '+254712345678',
          ),
          heldUntil: noted(
            orNull(moment),
            'Until when other differences of the order are added, unless it is dispatched before; null once it is sent.',
            '2026-11-28T07:30:00.000Z',
          ),
          refundedAt: noted(
            orNull(moment),
            'When the refund arrived or was sent; null before.',
            null,
          ),
          isKept: noted(
            z.boolean(),
            "Too small for M-Pesa, so the buyer's next order uses it.",
            false,
          ),
        }),
      ),
    ),
    'What goes back to the buyer because the farmer had less than was paid.',
  ),
  cancellableUntil: noted(
    orNull(moment),
    'Until when the buyer may cancel because the farmer has less.',
    '2026-11-28T07:30:00.000Z',
  ),
  lines: noted(
    z.array(
      named(
        'OrderLine',
        z.object({
          ...line,
          category: noted(
            orNull(z.enum(categories)),
            'The category; null once the product is deleted.',
            'Vegetables',
          ),
          crop: noted(orNull(text), 'The id of the crop, or null.', 'tomato'),
          photo: noted(orNull(photoAnswer), 'The main photo, or null.'),
        }),
      ),
    ),
    'One for each product.',
  ),
  createdAt: noted(moment, 'When it was placed.', '2026-11-26T07:30:00.000Z'),
  updatedAt: noted(moment, 'When it last changed.', '2026-11-26T08:00:00.000Z'),
  handoverCode: noted(
    orNull(text),
    'The four digits that the buyer tells the farmer when the goods change hands. API keys and webhooks do not see them.',
    '4821',
  ),
  completesAt: noted(
    orNull(moment),
    'When the clock completes the order, unless the buyer reports a problem.',
    '2026-11-28T07:30:00.000Z',
  ),
  notCollectedDisputableUntil: noted(
    orNull(moment),
    'Until when the buyer may object that it was not collected.',
    '2026-11-28T07:30:00.000Z',
  ),
  isStockReleased: noted(
    z.boolean(),
    'The order still waits, but it holds no stock any more.',
    false,
  ),
  isFarmerSuspended: noted(z.boolean(), 'The farmer cannot deliver now.', false),
  farmPhone: noted(orNull(text), 'Once accepted, until 30 days after the end.', '+254712345678'),
  farmPlace: noted(
    orNull(
      z.object({
        latitude: z.number(),
        longitude: z.number(),
        county: noted(orNull(text), 'The county of the farm.', 'Nakuru'),
        subcounty: noted(orNull(text), 'The sub-county.', 'Naivasha'),
        addressDescription: noted(orNull(text), 'How to get there.', 'Behind the primary school.'),
      }),
    ),
    'Where to collect the order, once accepted.',
  ),
  payment: lastRequest,
  payments: noted(
    z.array(
      named(
        'OrderPayment',
        z.object({
          status: noted(
            z.enum(paymentStates),
            'Whether the money counts for the order or is returned.',
            'received',
          ),
          amount: kes,
          receipt,
          refundAmount: noted(
            orNull(z.number()),
            'KES that go back of a payment that does not count; otherwise null.',
            null,
          ),
          refundReceipt: noted(
            orNull(text),
            "M-Pesa's receipt of the refund, or several with commas between them.",
            'SKR9ZY8X7W',
          ),
          refundedAt: noted(
            orNull(moment),
            'When the refund arrived or was sent; null before.',
            null,
          ),
        }),
      ),
    ),
    "A farm's, newest first; an order's, by M-Pesa, oldest first, such as a deposit and the rest.",
  ),
  receipt,
  refundReceipt: noted(
    orNull(text),
    "M-Pesa's receipt of the refund, or several with commas between them.",
    'SKR9ZY8X7W',
  ),
};
export const buyerOrderAnswer = named('BuyerOrder', z.object({ ...buyerOrder, events }));

export const placedOrders = z.object({
  orders: noted(
    z.array(
      z.object({
        id: noted(z.int(), 'The id of the order.', 42),
        farmId: noted(z.int(), 'The id of the farm.', 5),
        farmName: noted(text, 'The name of the farm.', 'Wanjiku Farm'),
        status: noted(z.enum(orderStatuses), 'The status of the order.', 'pending'),
        total: kes,
      }),
    ),
    'One for each farm of the cart.',
  ),
});
