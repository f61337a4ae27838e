/* Parts that both sides see. Money in KES. */

import * as z from 'zod/mini';
import { day, moment, named, noted } from '#platform/contract.ts';
import { units } from '#products/rules/product.ts';
import {
  actors,
  dayParts,
  fulfilments,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
} from '../rules/order-facts.ts';
import { attemptStatuses } from '../rules/payment.ts';

export const text = z.string();
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);

export const kes = noted(z.number(), 'KES.', 2600);
const reason = noted(
  orNull(text),
  'The reason given for the last step, such as a rejection.',
  'Sold out since this morning',
);
const productId = noted(orNull(z.int()), 'The id of the product; null once it is deleted.', 17);

export const harvestBy = noted(
  orNull(day),
  'The last day of the week of the announced harvest; null for goods that are there.',
  '2026-12-13',
);
export const deposit = noted(
  z.number(),
  'KES of a pre-order that are paid before the harvest; otherwise 0.',
  780,
);
export const preOrder = {
  deposit,
  depositPaidAt: noted(orNull(moment), 'When the deposit was paid.', '2026-11-26T08:00:00.000Z'),
  harvestBy,
};

export const priced = {
  name: noted(text, 'The name of the product when it was ordered.', 'Tomatoes, grade 1'),
  unit: noted(z.enum(units), 'What the quantity and the price count.', 'crates'),
  netWeightKg: noted(
    orNull(z.number()),
    'Kilograms in one bag, piece or crate; null if unknown.',
    20,
  ),
  quantity: noted(z.number(), "In the product's unit, two decimals.", 2),
  price: noted(z.number(), 'KES per unit.', 1200),
  total: kes,
  swahiliName: noted(
    orNull(text),
    'The Swahili name of the crop, unless the name says it.',
    'Nyanya',
  ),
};

export const line = {
  ...priced,
  netWeightKg: noted(
    orNull(z.number()),
    'Kilograms of one unit when it was ordered; null if unknown.',
    20,
  ),
  id: noted(z.int(), 'The id of the line.', 70),
  productId,
  orderedQuantity: noted(
    orNull(z.number()),
    'What was ordered, if the buyer gets less or more; otherwise null.',
    3,
  ),
  weighedQuantity: noted(
    orNull(z.number()),
    'The weight at the handover in kg, if it differs from the quantity.',
    null,
  ),
};

const dispute = named(
  'Dispute',
  z.object({
    openedAt: noted(moment, 'When it was reported.', '2026-11-28T09:00:00.000Z'),
    reason,
    photos: noted(
      z.array(
        z.object({
          id: noted(z.int(), 'The id of the photo.', 3),
          url: noted(
            text,
            'The path of the picture, valid for a while.',
            '/api/dispute-photos/3?until=1764000000&signature=ab',
          ),
          takenAt: orNull(moment),
          isTakenAtDoubtful: noted(z.boolean(), 'The phone said an impossible time.', false),
        }),
      ),
      'Of the problem.',
    ),
    photosLeft: noted(z.int(), 'How many more photos the buyer may add.', 3),
    answer: noted(orNull(text), 'The answer of the farmer, or null.', 'Thank you.'),
    answeredAt: noted(orNull(moment), 'When the farmer answered.', '2026-11-28T10:00:00.000Z'),
    resolution: noted(
      orNull(
        z.object({
          to: noted(
            z.enum(['completed', 'cancelled']),
            'Who has won: `completed` for the farmer, `cancelled` for the buyer.',
            'completed',
          ),
          reason,
          at: noted(moment, 'When.', '2026-11-26T08:00:00.000Z'),
        }),
      ),
      "The operator's decision, or null.",
    ),
  }),
);

const review = z.object({
  rating: noted(z.int(), '1 to 5 stars.', 5),
  text: noted(text, 'The words of the review.', 'Fresh and on time.'),
  answer: noted(orNull(text), 'The answer of the farmer, or null.', 'Thank you.'),
});

export const shared = {
  id: noted(z.int(), 'The id of the order.', 42),
  status: noted(z.enum(orderStatuses), 'The status of the order.', 'pending'),
  paymentStatus: noted(z.enum(paymentStatuses), 'The status of the payment.', 'pending'),
  paymentMethod: noted(z.enum(paymentMethods), 'How the buyer pays.', 'M-Pesa'),
  fulfilment: noted(
    z.enum(fulfilments),
    'Whether the farm delivers or the buyer collects.',
    'delivery',
  ),
  deliveryAddress: noted(
    orNull(text),
    'Where to deliver, or the collection point of a lot. A farmer sees only the town until the order is accepted.',
    'Moi Avenue 4, Nakuru',
  ),
  deliveryDate: noted(orNull(day), 'The day that the farmer has promised.', '2026-11-28'),
  wishedDay: noted(orNull(day), 'The day that the buyer wishes; null for any.', '2026-11-28'),
  wishedPart: noted(orNull(z.enum(dayParts)), 'The part of that day; null for any.', 'morning'),
  note: noted(orNull(text), 'From the buyer to the farmer.', 'Call at the gate.'),
  deliveryFee: noted(z.number(), 'KES for the delivery.', 200),
  weighing: noted(
    z.int(),
    'How often the goods were weighed. Each weighing has its own handover code.',
    0,
  ),
  difference: noted(
    orNull(
      named(
        'WeighedDifference',
        z.object({
          amount: noted(z.number(), 'KES.', 150),
          status: noted(
            z.enum(['open', 'left', 'paid']),
            'Whether the buyer has paid it, leaves it, or can do either.',
            'open',
          ),
        }),
      ),
    ),
    'What an M-Pesa buyer pays because the goods weigh more than was agreed; otherwise null.',
  ),
  itemCount: noted(z.int(), 'How many lines.', 1),
  reason,
  cancelsAt: noted(
    orNull(moment),
    'When the clock cancels a dispatched cash order.',
    '2026-11-28T07:30:00.000Z',
  ),
  review: noted(orNull(review), 'The review of the buyer, or null.'),
  dispute: noted(orNull(dispute), 'The problem that the buyer has reported, or null.'),
  steps: noted(z.array(text), 'What you may do with the order now.', ['confirm', 'reject']),
};

export const events = noted(
  z.optional(
    z.array(
      named(
        'OrderEvent',
        z.object({
          actor: noted(z.enum(actors), 'Who did it.', 'farmer'),
          subject: noted(
            z.enum(['status', 'paymentStatus', 'total']),
            'What has changed.',
            'status',
          ),
          from: noted(orNull(text), 'The status before.', 'dispatched'),
          to: noted(text, 'The new status.', 'completed'),
          reason,
          at: noted(moment, 'When.', '2026-11-26T08:00:00.000Z'),
          takenAt: orNull(moment),
          isTakenAtDoubtful: noted(z.boolean(), 'The phone said an impossible time.', false),
        }),
      ),
    ),
  ),
  'The history, the oldest first. A list of orders leaves it out.',
);

export const attempt = {
  id: noted(z.int(), 'Its id.', 42),
  status: noted(z.enum(attemptStatuses), 'How far the request is.', 'pushed'),
  resultCode: noted(orNull(text), "M-Pesa's code of the result.", '0'),
  resultText: noted(
    orNull(text),
    "M-Pesa's text of the result.",
    'The service request is processed successfully.',
  ),
  pushAt: noted(
    orNull(moment),
    'When the phone is asked, if that is not possible at once.',
    '2026-11-28T07:30:00.000Z',
  ),
};

export const lastRequest = noted(
  orNull(
    named(
      'PaymentRequest',
      z.object({
        ...attempt,
        phoneNumber: noted(
          orNull(text),
          'The phone that pays: +254 or 0, then 1 or 7, then eight digits.',
          '+254712345678',
        ),
        amount: noted(z.number(), 'KES, for all orders that it asks for.', 500),
        requestedAt: noted(moment, 'When it was asked.', '2026-11-26T07:31:00.000Z'),
      }),
    ),
  ),
  'The last request to a phone, or null.',
);

export const receipt = noted(
  orNull(text),
  "M-Pesa's receipt, or several with commas between them; null for cash and until it is known.",
  'SKQ1AB2C3D',
);

export const stepErrors = [
  'ORDER_NOT_FOUND',
  'STEP_NOT_ALLOWED',
  'RESERVATION_OVER',
] as const satisfies readonly ErrorCode[];
