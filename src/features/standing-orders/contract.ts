/* Money in KES. */

import * as z from 'zod/mini';
import { dayParts, fulfilments, paymentMethods } from '#orders/rules/order-facts.ts';
import { day, moment, named, nextCursor, noted, operation } from '#platform/contract.ts';
import { units } from '#products/rules/product.ts';
import {
  changeProposalInput,
  createStandingOrderInput,
  lineProblems,
  missingChoices,
  skipStandingOrderInput,
  standingDayStatuses,
  standingOrderIdInput,
  weekdays,
} from './rules.ts';

const text = z.string();
const id = z.int();
const kes = z.number();
const unit = noted(z.enum(units), 'What the quantity and the price count.', 'crates');
const netWeightKg = noted(z.nullable(z.number()), 'Kilograms in one unit, or null.', 64);
const quantity = noted(
  z.number(),
  "In the product's unit, two decimals; 0 leaves the line out of a day.",
  2,
);
const productId = noted(z.nullable(id), 'The id of the product; null once it is deleted.', 17);
const name = noted(text, 'The name of the product.', 'Tomatoes, grade 1');
const ceiling = noted(kes, 'The highest price of one unit in KES.', 1400);

const offer = named(
  'StandingOrderOffer',
  z.object({
    productId: noted(id, 'The id of the product.', 17),
    farmId: noted(id, 'The id of the farm.', 5),
    farmName: noted(text, 'The name of the farm.', 'Wanjiku Farm'),
    county: noted(text, 'The county of the farm.', 'Nakuru'),
    name,
    price: noted(kes, 'KES per unit.', 1200),
    total: noted(kes, 'KES.', 2800),
  }),
);

const nextLine = named(
  'StandingOrderNextLine',
  z.object({
    lineId: noted(id, 'The id of the line.', 21),
    usualQuantity: noted(z.number(), 'The quantity without the changes of the day.', 2),
    productId,
    name,
    quantity,
    unit,
    netWeightKg,
    ceiling,
    problem: noted(
      z.nullable(z.enum(lineProblems)),
      'Why the product of the line cannot be ordered, or null.',
      null,
    ),
    available: noted(z.number(), 'How much of it can be ordered.', 40),
    price: noted(z.nullable(kes), 'KES per unit now; null once the product is deleted.', 1200),
    deliveryFee: noted(
      z.nullable(kes),
      "KES for a delivery from the product's farm now; null once the product is deleted.",
      100,
    ),
    ordered: noted(z.nullable(offer), 'What is ordered for the line, or null.'),
    alternative: noted(
      z.nullable(offer),
      "Another farm's product that could take its place, or null.",
    ),
  }),
);

const next = named(
  'StandingOrderNextDay',
  z.object({
    day: noted(day, 'In Nairobi.', '2026-11-27'),
    isProposed: noted(z.boolean(), 'Whether the buyer has been told what will be ordered.', true),
    version: noted(z.int(), 'Increases with each change of the day.', 0),
    isChangeable: noted(z.boolean(), 'Whether it is proposed and can be changed now.', true),
    changeableUntil: noted(moment, 'When the day is ordered.', '2026-11-27T02:00:00.000Z'),
    total: noted(kes, 'KES with the delivery fees.', 2800),
    lines: noted(z.array(nextLine), 'One for each product.'),
  }),
);

const last = named(
  'StandingOrderLastDay',
  z.object({
    day: noted(day, 'In Nairobi.', '2026-11-27'),
    status: noted(z.enum(standingDayStatuses), 'What became of the day.', 'placed'),
    orderIds: noted(z.array(id), 'The orders that were placed.', [42]),
    notes: noted(
      z.array(
        z.object({
          en: noted(text, 'In English.', 'Tomatoes is no longer for sale.'),
          sw: noted(text, 'In Swahili.', 'Tomatoes haiuzwi tena.'),
        }),
      ),
      'Why nothing was ordered, or which lines were left out or replaced.',
    ),
  }),
);

const standingOrder = named(
  'StandingOrder',
  z.object({
    id: noted(id, 'The id of the standing order.', 7),
    weekdays: noted(
      z.array(z.literal([...weekdays])),
      'The days of the week; Monday is 1 and Sunday is 7.',
      [2, 5],
    ),
    isPaused: noted(z.boolean(), 'Nothing is ordered until it goes on.', false),
    fulfilment: noted(
      z.enum(fulfilments),
      'Whether the farms deliver or the buyer collects.',
      'delivery',
    ),
    deliveryAddress: noted(z.nullable(text), 'Where to deliver.', 'Moi Avenue 4, Nakuru'),
    latitude: noted(z.nullable(z.number()), 'Where to deliver, WGS84 degrees.', -0.3),
    longitude: noted(z.nullable(z.number()), 'Where to deliver, WGS84 degrees.', 36.08),
    paymentMethod: noted(z.enum(paymentMethods), 'How the buyer pays.', 'M-Pesa'),
    wishedPart: noted(
      z.nullable(z.enum(dayParts)),
      'The part of the day; null for any.',
      'morning',
    ),
    note: noted(z.nullable(text), 'From the buyer to the farmers.', 'Call at the gate.'),
    whenMissing: noted(
      z.enum(missingChoices),
      'What happens to a line that cannot be ordered: it is left out, the nearest farm with the same crop and unit takes its place for at most the same price, or the buyer is asked.',
      'nearest',
    ),
    createdAt: noted(moment, 'When it was started.', '2026-11-26T07:30:00.000Z'),
    lines: noted(
      z.array(
        z.object({
          id: noted(id, 'The id of the line.', 21),
          productId,
          name,
          crop: noted(z.nullable(text), 'The id of the crop, or null.', 'tomato'),
          unit,
          netWeightKg,
          quantity,
          swahiliName: noted(
            z.nullable(text),
            'The Swahili name of the crop, unless the name says it.',
            'Nyanya',
          ),
          ceiling,
        }),
      ),
      'One for each product.',
    ),
    next: noted(
      z.nullable(next),
      'The next day as it would be ordered now; null while it is paused.',
    ),
    last: noted(z.nullable(last), 'What became of the last day, or null.'),
  }),
);

const all = {
  by: 'buyer',
  answer: z.object({
    standingOrders: noted(z.array(standingOrder), 'The oldest first.'),
    nextCursor,
  }),
} as const;

export const listStandingOrders = operation({
  ...all,
  rest: 'GET /api/buyer/standing-orders',
  summary: 'List your standing orders',
  details: 'At most ten, the oldest first, so there is never another page.',
});
export const createStandingOrder = operation({
  ...all,
  rest: 'POST /api/buyer/standing-orders',
  summary: 'Start a standing order',
  details: 'It begins with the first of its weekdays after today.',
  input: createStandingOrderInput,
  once: true,
  status: 201,
  errors: ['PRODUCT_NOT_FOUND', 'OWN_FARM', 'TOO_MANY_STANDING_ORDERS'],
});

const one = {
  ...all,
  own: 'standing order',
  notes: { 'path.id': ['The id of the standing order.', 7] },
} as const;

export const pauseStandingOrder = operation({
  ...one,
  rest: 'POST /api/buyer/standing-orders/:id/pause',
  summary: 'Pause a standing order',
  details: 'A day that is proposed is skipped.',
  input: standingOrderIdInput,
  errors: ['STANDING_ORDER_NOT_FOUND'],
});
export const resumeStandingOrder = operation({
  ...one,
  rest: 'POST /api/buyer/standing-orders/:id/resume',
  summary: 'Go on with a paused standing order',
  details: 'It goes on with the first of its weekdays after today.',
  input: standingOrderIdInput,
  errors: ['STANDING_ORDER_NOT_FOUND'],
});
export const skipStandingOrder = operation({
  ...one,
  rest: 'POST /api/buyer/standing-orders/:id/skip',
  summary: 'Skip a day',
  input: skipStandingOrderInput,
  notes: {
    ...one.notes,
    day: [
      'In Nairobi. Left out of a request, the proposed day or else the next one.',
      '2026-11-27',
    ],
  },
  once: true,
  errors: ['STANDING_ORDER_NOT_FOUND', 'STANDING_TOO_LATE', 'STANDING_ORDER_CHANGED'],
});
export const changeProposal = operation({
  ...one,
  rest: 'POST /api/buyer/standing-orders/:id/change',
  summary: 'Change what is ordered on a proposed day',
  details: 'Replaces all earlier changes of the day.',
  input: changeProposalInput,
  notes: {
    ...one.notes,
    deliveryFee: [
      'KES. On one day, the highest fee for a delivery from the farm of the line. Without it, the fee that the buyer was told.',
      100,
    ],
  },
  once: true,
  errors: ['STANDING_ORDER_NOT_FOUND', 'STANDING_TOO_LATE', 'STANDING_ORDER_CHANGED'],
});
export const endStandingOrder = operation({
  ...all,
  rest: 'DELETE /api/buyer/standing-orders/:id',
  summary: 'End a standing order',
  details: 'Its orders stay. Ending it again changes nothing.',
  input: standingOrderIdInput,
  errors: ['STANDING_ORDER_NOT_FOUND'],
});
