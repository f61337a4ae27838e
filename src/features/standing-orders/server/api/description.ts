import * as z from 'zod/mini';
import { dayParts, fulfilments, paymentMethods } from '#features/orders/rules/order-facts.ts';
import { units } from '#features/products/rules/product.ts';
import { lineProblems } from '#features/standing-orders/rules/resolve-line.ts';
import {
  changeProposalInput,
  createStandingOrderInput,
  missingChoices,
  skipStandingOrderInput,
  standingOrderIdInput,
} from '#features/standing-orders/rules/standing-order.ts';
import { standingDayStatuses, weekdays } from '#features/standing-orders/rules/weekdays.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import {
  type ApiDescription,
  day,
  moment,
  named,
  nextCursor,
  type PathDescription,
} from '#platform/server/openapi/api-description.ts';
import { standingOrderFields } from './standing-order-fields.ts';

const text = z.string();

const offer = named(
  'StandingOrderOffer',
  z.object({
    productId: z.int(),
    farmId: z.int(),
    farmName: text,
    county: text,
    name: text,
    price: z.number(),
    total: z.number(),
  }),
);

const nextLine = named(
  'StandingOrderNextLine',
  z.object({
    lineId: z.int(),
    usualQuantity: z.number(),
    productId: z.nullable(z.int()),
    name: text,
    quantity: z.number(),
    unit: z.enum(units),
    netWeightKg: z.nullable(z.number()),
    ceiling: z.number(),
    problem: z.nullable(z.enum(lineProblems)),
    available: z.number(),
    price: z.nullable(z.number()),
    deliveryFee: z.nullable(z.number()),
    ordered: z.nullable(offer),
    alternative: z.nullable(offer),
  }),
);

const next = named(
  'StandingOrderNextDay',
  z.object({
    day,
    isProposed: z.boolean(),
    version: z.int(),
    isChangeable: z.boolean(),
    changeableUntil: moment,
    total: z.number(),
    lines: z.array(nextLine),
  }),
);

const last = named(
  'StandingOrderLastDay',
  z.object({
    day,
    status: z.enum(standingDayStatuses),
    orderIds: z.array(z.int()),
    notes: z.array(z.object({ en: text, sw: text })),
  }),
);

const standingOrder = named(
  'StandingOrder',
  z.object({
    id: z.int(),
    weekdays: z.array(z.literal([...weekdays])),
    isPaused: z.boolean(),
    fulfilment: z.enum(fulfilments),
    deliveryAddress: z.nullable(text),
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    paymentMethod: z.enum(paymentMethods),
    wishedPart: z.nullable(z.enum(dayParts)),
    note: z.nullable(text),
    whenMissing: z.enum(missingChoices),
    createdAt: moment,
    lines: z.array(
      z.object({
        id: z.int(),
        productId: z.nullable(z.int()),
        name: text,
        crop: z.nullable(text),
        unit: z.enum(units),
        netWeightKg: z.nullable(z.number()),
        quantity: z.number(),
        swahiliName: z.nullable(text),
        ceiling: z.number(),
      }),
    ),
    next: z.nullable(next),
    last: z.nullable(last),
  }),
);

type Described = Omit<PathDescription, 'by' | 'answer' | 'errors'> & { errors?: ErrorCode[] };

/** Each answers all of the buyer's standing orders. */
const path = (described: Described): PathDescription => ({
  by: 'buyer',
  answer: z.object({ standingOrders: z.array(standingOrder), nextCursor }),
  ...described,
});

const step = ({ errors = [], ...described }: Described): PathDescription =>
  path({
    input: standingOrderIdInput,
    fromPath: { id: 'id' },
    errors: ['STANDING_ORDER_NOT_FOUND', ...errors],
    ...described,
  });

export const standingOrderApi: ApiDescription = {
  title: 'Standing orders',
  fields: standingOrderFields,
  paths: {
    'GET /api/buyer/standing-orders': path({
      summary: 'List your standing orders',
      details: 'At most ten, the oldest first, so there is never another page.',
    }),
    'POST /api/buyer/standing-orders': path({
      summary: 'Start a standing order',
      details: 'It begins with the first of its weekdays after today.',
      input: createStandingOrderInput,
      idempotencyKey: 'optional',
      status: 201,
      errors: ['PRODUCT_NOT_FOUND', 'OWN_FARM', 'TOO_MANY_STANDING_ORDERS'],
    }),
    'POST /api/buyer/standing-orders/:id/pause': step({
      summary: 'Pause a standing order',
      details: 'A day that is proposed is skipped.',
    }),
    'POST /api/buyer/standing-orders/:id/resume': step({
      summary: 'Go on with a paused standing order',
      details: 'It goes on with the first of its weekdays after today.',
    }),
    'POST /api/buyer/standing-orders/:id/skip': step({
      summary: 'Skip a day',
      input: skipStandingOrderInput,
      idempotencyKey: 'optional',
      errors: ['STANDING_TOO_LATE', 'STANDING_ORDER_CHANGED'],
    }),
    'POST /api/buyer/standing-orders/:id/change': step({
      summary: 'Change what is ordered on a proposed day',
      details: 'Replaces all earlier changes of the day.',
      input: changeProposalInput,
      idempotencyKey: 'optional',
      errors: ['STANDING_TOO_LATE', 'STANDING_ORDER_CHANGED'],
    }),
    'DELETE /api/buyer/standing-orders/:id': step({
      summary: 'End a standing order',
      details: 'Its orders stay. Ending it again changes nothing.',
    }),
  },
};
