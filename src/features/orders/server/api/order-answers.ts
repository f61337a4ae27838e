import * as z from 'zod/mini';
import {
  actors,
  dayParts,
  fulfilments,
  orderStatuses,
  paymentMethods,
  paymentStatuses,
} from '#features/orders/rules/order-facts.ts';
import { attemptStatuses, paymentStates, payoutStatuses } from '#features/orders/rules/payment.ts';
import { photoAnswer } from '#features/photos/contract.ts';
import { categories } from '#features/products/rules/categories.ts';
import { units } from '#features/products/rules/product.ts';
import { day, moment, named } from '#platform/contract/answers.ts';

const text = z.string();
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);

const priced = {
  name: text,
  unit: z.enum(units),
  netWeightKg: orNull(z.number()),
  quantity: z.number(),
  price: z.number(),
  total: z.number(),
  swahiliName: orNull(text),
};

const line = {
  ...priced,
  id: z.int(),
  productId: orNull(z.int()),
  orderedQuantity: orNull(z.number()),
  weighedQuantity: orNull(z.number()),
};

const dispute = named(
  'Dispute',
  z.object({
    openedAt: moment,
    reason: orNull(text),
    photos: z.array(
      z.object({ id: z.int(), url: text, takenAt: orNull(moment), isTakenAtDoubtful: z.boolean() }),
    ),
    photosLeft: z.int(),
    answer: orNull(text),
    answeredAt: orNull(moment),
    resolution: orNull(
      z.object({ to: z.enum(['completed', 'cancelled']), reason: orNull(text), at: moment }),
    ),
  }),
);

const review = z.object({ rating: z.int(), text, answer: orNull(text) });

/** The fields of an order that both sides see. */
const shared = {
  id: z.int(),
  status: z.enum(orderStatuses),
  paymentStatus: z.enum(paymentStatuses),
  paymentMethod: z.enum(paymentMethods),
  fulfilment: z.enum(fulfilments),
  deliveryAddress: orNull(text),
  deliveryDate: orNull(day),
  wishedDay: orNull(day),
  wishedPart: orNull(z.enum(dayParts)),
  note: orNull(text),
  deliveryFee: z.number(),
  weighing: z.int(),
  difference: orNull(
    named(
      'WeighedDifference',
      z.object({ amount: z.number(), status: z.enum(['open', 'left', 'paid']) }),
    ),
  ),
  itemCount: z.int(),
  reason: orNull(text),
  cancelsAt: orNull(moment),
  review: orNull(review),
  dispute: orNull(dispute),
  steps: z.array(text),
};

const events = z.array(
  named(
    'OrderEvent',
    z.object({
      actor: z.enum(actors),
      subject: z.enum(['status', 'paymentStatus', 'total']),
      from: orNull(text),
      to: text,
      reason: orNull(text),
      at: moment,
      takenAt: orNull(moment),
      isTakenAtDoubtful: z.boolean(),
    }),
  ),
);

const attempt = {
  id: z.int(),
  status: z.enum(attemptStatuses),
  resultCode: orNull(text),
  resultText: orNull(text),
  pushAt: orNull(moment),
};

const buyerOrder = {
  ...shared,
  latitude: orNull(z.number()),
  longitude: orNull(z.number()),
  farmId: orNull(z.int()),
  farmName: orNull(text),
  county: orNull(text),
  subtotal: z.number(),
  total: z.number(),
  credit: z.number(),
  toPay: z.number(),
  deposit: z.number(),
  depositPaidAt: orNull(moment),
  harvestBy: orNull(day),
  refunds: z.array(
    named(
      'DifferenceRefund',
      z.object({
        status: z.enum(payoutStatuses),
        amount: z.number(),
        receipt: orNull(text),
        phoneNumber: orNull(text),
        heldUntil: orNull(moment),
        refundedAt: orNull(moment),
        isKept: z.boolean(),
      }),
    ),
  ),
  cancellableUntil: orNull(moment),
  lines: z.array(
    named(
      'OrderLine',
      z.object({
        ...line,
        category: z.enum(categories),
        crop: orNull(text),
        photo: orNull(photoAnswer),
      }),
    ),
  ),
  createdAt: moment,
  updatedAt: moment,
  handoverCode: orNull(text),
  completesAt: orNull(moment),
  notCollectedDisputableUntil: orNull(moment),
  isStockReleased: z.boolean(),
  isFarmerSuspended: z.boolean(),
  farmPhone: orNull(text),
  farmPlace: orNull(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      county: text,
      subcounty: text,
      addressDescription: text,
    }),
  ),
  payment: orNull(z.object({ ...attempt, phoneNumber: text, requestedAt: moment })),
  payments: z.array(
    named(
      'OrderPayment',
      z.object({
        status: z.enum(paymentStates),
        amount: z.number(),
        receipt: orNull(text),
        refundAmount: orNull(z.number()),
        refundReceipt: orNull(text),
        refundedAt: orNull(moment),
      }),
    ),
  ),
  receipt: orNull(text),
  refundReceipt: orNull(text),
};
/** An order in a buyer's list, and alone with its history. */
export const listedBuyerOrder = named('ListedBuyerOrder', z.object(buyerOrder));
export const buyerOrderAnswer = named('BuyerOrder', z.object({ ...buyerOrder, events }));
export const attemptAnswer = z.object(attempt);

const farmerOrder = {
  ...shared,
  buyerName: orNull(text),
  buyerPhone: orNull(text),
  product: text,
  quantity: text,
  amount: z.number(),
  deposit: z.number(),
  depositPaidAt: orNull(moment),
  harvestBy: orNull(day),
  date: moment,
  dropOff: orNull(z.object({ latitude: z.number(), longitude: z.number() })),
  deliveryArea: orNull(text),
  distanceKm: orNull(z.number()),
  lines: z.array(named('FarmerOrderLine', z.object({ ...line, available: z.number() }))),
  handoverTriesLeft: z.int(),
  notCollectedFrom: orNull(moment),
  payout: orNull(
    z.object({ status: z.enum(payoutStatuses), amount: z.number(), receipt: orNull(text) }),
  ),
  givenRating: orNull(z.int()),
  buyerRating: orNull(z.object({ rating: z.number(), count: z.int() })),
};
export const listedFarmerOrder = named('ListedFarmerOrder', z.object(farmerOrder));
export const farmerOrderAnswer = named('FarmerOrder', z.object({ ...farmerOrder, events }));

export const paymentAnswer = named(
  'Payment',
  z.object({
    id: z.int(),
    orderId: orNull(z.int()),
    buyerName: text,
    amount: z.number(),
    method: z.enum(paymentMethods),
    date: moment,
    status: z.enum(paymentStates),
    receipt: orNull(text),
    payout: orNull(
      z.object({
        status: z.enum(payoutStatuses),
        amount: z.number(),
        receipt: orNull(text),
        date: orNull(moment),
      }),
    ),
  }),
);

const cartLine = named(
  'CartLine',
  z.object({
    ...priced,
    productId: z.int(),
    farmId: z.int(),
    category: z.enum(categories),
    crop: orNull(text),
    acceptedPrice: z.number(),
    acceptedUnit: z.enum(units),
    acceptedNetWeightKg: orNull(z.number()),
    depositPercent: orNull(z.number()),
    available: z.number(),
    problem: orNull(text),
    offerId: orNull(z.int()),
    heldUntil: orNull(moment),
    photo: orNull(photoAnswer),
  }),
);

export const cartAnswer = z.object({
  lines: z.array(cartLine),
  farms: z.array(
    z.object({
      farmId: z.int(),
      farmName: text,
      county: text,
      isFarmVerified: z.boolean(),
      coverageRadiusMetres: z.number(),
      deliveryFee: z.number(),
      minimumOrder: z.number(),
      deposit: z.number(),
      harvestBy: orNull(day),
      harvestProductId: orNull(z.int()),
      subtotal: z.number(),
      isBelowMinimum: z.boolean(),
      lines: z.array(cartLine),
    }),
  ),
  total: z.number(),
  lineCount: z.int(),
  canOrder: z.boolean(),
  nextCursor: z.null(),
});
