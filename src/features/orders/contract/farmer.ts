import * as z from 'zod/mini';
import { moment, named, nextCursor, noted, type Operation, operation } from '#platform/contract.ts';
import { productIdInput } from '#products/rules/product.ts';
import {
  answerDisputeInput,
  answerReviewInput,
  cancelOrderInput,
  completeOrderInput,
  confirmOrderInput,
  declareHarvestInput,
  orderIdInput,
  rateBuyerInput,
  rejectOrderInput,
  shortenOrderInput,
  sortFarmOrdersInput,
  weighOrderInput,
} from '../rules/order-input.ts';
import { payoutStatuses } from '../rules/payment.ts';
import { events, kes, line, orNull, preOrder, receipt, shared, stepErrors, text } from './parts.ts';

const farmerOrder = {
  ...shared,
  buyerName: noted(
    orNull(text),
    'The name of the buyer; null or empty once the account is deleted.',
    'Otieno Odhiambo',
  ),
  buyerPhone: noted(orNull(text), 'Once accepted, until 30 days after the end.', '+254712345678'),
  product: noted(text, 'The names of all products.', 'Tomatoes, grade 1'),
  quantity: noted(text, 'All quantities with their units, in English.', '2 crates'),
  amount: kes,
  ...preOrder,
  date: noted(moment, 'When it happened.', '2026-11-26T07:30:00.000Z'),
  dropOff: noted(
    orNull(z.object({ latitude: z.number(), longitude: z.number() })),
    'The place of the delivery, once accepted.',
  ),
  deliveryArea: noted(
    orNull(text),
    'The town or ward of the delivery.',
    'Nakuru Town East, Nakuru',
  ),
  distanceKm: noted(orNull(z.number()), 'Whole kilometres from the farm.', 14),
  lines: noted(
    z.array(
      named(
        'FarmerOrderLine',
        z.object({
          ...line,
          available: noted(z.number(), 'How much of the line there is by your own count.', 2),
        }),
      ),
    ),
    'One for each product.',
  ),
  handoverTriesLeft: noted(z.int(), 'How often a wrong code may still be entered.', 5),
  notCollectedFrom: noted(
    orNull(moment),
    'From when a dispatched cash order may be reported as not collected.',
    '2026-11-28T07:30:00.000Z',
  ),
  payout: noted(
    orNull(
      z.object({
        status: noted(z.enum(payoutStatuses), 'How far the money is.', 'due'),
        amount: kes,
        receipt,
      }),
    ),
    'The money for the farmer, or null.',
  ),
  givenRating: noted(orNull(z.int()), 'The stars that you gave the buyer, or null.', 5),
  buyerRating: noted(
    orNull(
      z.object({
        rating: noted(z.number(), '1 to 5 stars.', 5),
        count: noted(z.int(), 'How many ratings.', 4),
      }),
    ),
    'What all farmers gave the buyer, from three ratings on.',
  ),
};
const order = named('FarmerOrder', z.object({ ...farmerOrder, events }));

export const listFarmerOrders = operation({
  by: 'farmer',
  rest: 'GET /api/farmer/orders',
  summary: 'List the orders of your farm',
  keys: ['read', 'orders'],
  input: sortFarmOrdersInput,
  notes: {
    group: ['A group of statuses.', 'new'],
    isByTurn: ['Orders that need you first, then other open ones, then ended ones.', true],
  },
  answer: z.object({ orders: noted(z.array(order), 'The newest first.'), nextCursor }),
});
export const getOverview = operation({ by: 'farmer' });

const one = {
  by: 'farmer',
  own: 'order',
  fromPath: { id: 'orderId' },
  answer: order,
  under: 'order',
  changes: 'stock',
} as const satisfies Partial<Operation>;

export const getFarmerOrder = operation({
  ...one,
  rest: 'GET /api/farmer/orders/:id',
  summary: 'See one order of your farm',
  keys: ['read', 'orders'],
  input: orderIdInput,
  errors: ['ORDER_NOT_FOUND'],
});

export const listPreOrders = operation({ by: 'farmer', own: 'product', input: productIdInput });
export const declareHarvest = operation({
  by: 'farmer',
  own: 'product',
  fromPath: { id: 'productId' },
  under: 'harvest',
  changes: 'stock',
  once: true,
  rest: 'POST /api/farmer/products/:id/harvest',
  summary: 'Declare an announced harvest',
  details:
    'Confirms its pre-orders in the order in which they were placed, as far as the harvest goes; the last one may get a part, and the others are rejected. What nobody ordered is on the market.',
  input: declareHarvestInput,
  notes: { harvest: ['What became of the pre-orders.'] },
  answer: z.object({
    productId: noted(z.int(), 'The id of the product; null once it is deleted.', 17),
    full: noted(z.int(), 'How many pre-orders get everything.', 4),
    part: noted(z.int(), 'How many get a part of what they ordered.', 1),
    none: noted(z.int(), 'How many get nothing. Their deposits go back by themselves.', 0),
    left: noted(
      z.number(),
      "What nobody ordered, in the product's unit. It is on the market now.",
      12,
    ),
  }),
  errors: ['PRODUCT_NOT_FOUND', 'HARVEST_NOT_ANNOUNCED', 'DELIVERY_DATE_PAST'],
});

const step = { ...one, once: true, errors: stepErrors } as const;
const shortErrors = [
  ...stepErrors,
  'ORDER_LINE_NOT_FOUND',
  'MORE_THAN_ORDERED',
  'ORDER_LINE_CHANGED',
] as const satisfies readonly ErrorCode[];
const shortNotes = {
  lineId: ['The id of the line.', 70],
  quantitySeen: ['The quantity that you saw. If it has changed, nothing is done.', 3],
  isRestThere: ['The missing goods are there after all, and are put on offer again.', false],
} as const;

export const confirmOrder = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/confirm',
  summary: 'Accept an order',
  details: 'With `lines` only the part that there is; nothing of any line rejects the order.',
  keys: ['orders'],
  input: confirmOrderInput,
  notes: shortNotes,
  errors: ['DELIVERY_DATE_PAST', ...shortErrors],
});
export const shortenOrder = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/shorten',
  summary: 'Lower the quantities of an accepted order',
  details:
    'Before you send it. The buyer is told and may cancel; a paid difference goes back. Nothing of any line cancels the order.',
  input: shortenOrderInput,
  errors: shortErrors,
});
export const rejectOrder = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/reject',
  summary: 'Reject an order',
  details: 'A paid deposit goes back to the buyer, so a key cannot reject such an order.',
  keys: ['orders'],
  input: rejectOrderInput,
  notes: {
    isNoneLeft: [
      'The farm has none left: the products are sold out, and the farmer is asked about older ones.',
      true,
    ],
  },
  errors: [...stepErrors, 'KEY_NOT_ALLOWED'],
});
export const cancelAsFarmer = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/cancel',
  summary: 'Cancel an order before you send it',
  details: 'Paid money goes back to the buyer.',
  input: cancelOrderInput,
});
export const dispatchOrder = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/dispatch',
  summary: 'Say that the order is on its way',
  keys: ['orders'],
  input: orderIdInput,
  errors: [...stepErrors, 'ORDER_NOT_PAID'],
});
export const reportNotCollected = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/not-collected',
  summary: 'Say that a cash order was not collected',
  input: cancelOrderInput,
});
export const weighOrder = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/weigh',
  summary: 'Enter what the goods weigh at the handover',
  details:
    'Lines in kg, within 10% of what was agreed. The buyer gets a new handover code, which agrees to the weights. Less lowers the total when the order is completed; an M-Pesa buyer pays for more, or leaves it.',
  input: weighOrderInput,
  notes: {
    weight: ['What the line weighs, in kg.', 41.5],
    weighingSeen: ['The `weighing` that you saw. If it has changed, nothing is done.', 0],
  },
  errors: [
    ...stepErrors,
    'ORDER_LINE_NOT_FOUND',
    'NOT_SOLD_BY_WEIGHT',
    'WEIGHT_OUT_OF_RANGE',
    'WEIGHED_ELSEWHERE',
    'WEIGHED_TOO_OFTEN',
  ],
});
export const completeOrder = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/complete',
  summary: "Complete an order with the buyer's handover code",
  keys: ['orders'],
  input: completeOrderInput,
  errors: [
    ...stepErrors,
    'HANDOVER_CODE_WRONG',
    'HANDOVER_CODE_OUTDATED',
    'HANDOVER_LOCKED',
    'PAYMENT_UNDER_WAY',
  ],
});
export const answerDispute = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/dispute/answer',
  summary: 'Answer a reported problem',
  input: answerDisputeInput,
  errors: [...stepErrors, 'DISPUTE_ANSWERED'],
});
export const rateBuyer = operation({
  ...step,
  rest: 'POST /api/farmer/orders/:id/rate',
  summary: 'Rate the buyer of an order',
  input: rateBuyerInput,
  errors: [...stepErrors, 'REVIEW_NOT_ALLOWED', 'REVIEW_EXISTS'],
});
export const answerReview = operation({
  by: 'farmer',
  own: 'order',
  once: true,
  input: answerReviewInput,
  answer: order,
});
