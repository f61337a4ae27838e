import * as z from 'zod/mini';
import { ADDRESS_MAX } from '#places/rules/limits.ts';
import { FARM_RATINGS_MAX, LAST_DAY, QUANTITY_MAX } from '#products/rules/product-facts.ts';
import { hasAtMostDecimals } from '#rules/amounts.ts';
import {
  amount,
  atMost,
  fieldError,
  filledLine,
  idempotencyKey,
  latitude,
  line,
  listLimit,
  longitude,
  pageCursor,
  paragraph,
  rowId,
  takenAt,
} from '#rules/fields.ts';
import { LIST_LIMIT_MAX, RATING_MAX } from '#rules/limits.ts';
import {
  CART_LINES_MAX,
  DISPUTE_ANSWER_MAX,
  HANDOVER_CODE_LENGTH,
  NOTE_MAX,
  QUANTITY_STEP,
  REASON_MAX,
  REVIEW_TEXT_MAX,
} from './limits.ts';
import {
  dayParts,
  type Fulfilment,
  fulfilments,
  orderGroupNames,
  orderStatuses,
  paymentMethods,
} from './order-facts.ts';

export const orderIdInput = z.object({ orderId: rowId });

export const fulfilment = z.enum(fulfilments, fieldError('fulfilmentRequired'));

export const orderTerms = {
  deliveryAddress: z.nullish(paragraph().check(atMost(ADDRESS_MAX))),
  latitude: z.nullish(latitude),
  longitude: z.nullish(longitude),
  paymentMethod: z._default(z.enum(paymentMethods, fieldError('paymentMethodRequired')), 'M-Pesa'),
  note: z.nullish(paragraph().check(atMost(NOTE_MAX))),
};
export const wishedPart = z.nullish(z.enum(dayParts, fieldError('fieldInvalid')));

type Terms = {
  fulfilment: Fulfilment;
  farms?: { fulfilment: Fulfilment }[] | undefined;
  deliveryAddress?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
};

const isCollectedOnly = ({ fulfilment: usual, farms = [] }: Terms): boolean =>
  usual === 'collection' && farms.every((farm) => farm.fulfilment === 'collection');

export const deliveryChecks = [
  z.refine<Terms>(
    ({ latitude: lat, longitude: lon }: Terms) => (lat ?? null) === null || (lon ?? null) !== null,
    { path: ['longitude'], ...fieldError('deliveryPlaceRequired') },
  ),
  z.refine<Terms>(
    (terms: Terms) =>
      ((terms.latitude ?? null) !== null && (terms.longitude ?? null) !== null) ||
      isCollectedOnly(terms),
    { path: ['latitude'], ...fieldError('deliveryPlaceRequired') },
  ),
  z.refine<Terms>((terms: Terms) => Boolean(terms.deliveryAddress) || isCollectedOnly(terms), {
    path: ['deliveryAddress'],
    ...fieldError('deliveryAddressRequired'),
  }),
] as const;

export const wantedQuantity = z.number(fieldError('quantityWantedInvalid')).check(
  z.gte(QUANTITY_STEP, fieldError('quantityWantedInvalid')),
  z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  z.refine((given) => hasAtMostDecimals(given, 2), fieldError('quantityTooFine')),
);

export const cartLineInput = z.object({ productId: rowId, quantity: wantedQuantity });
export type CartLine = z.infer<typeof cartLineInput>;

const wantedLines = z
  .array(cartLineInput, fieldError('fieldInvalid'))
  .check(z.maxLength(CART_LINES_MAX, fieldError('tooManyCartLines')));

/**
 * One order per farm. `farms` lists the farms whose fulfilment differs from `fulfilment`. Do not
 * reorder the fields: stored Idempotency-Keys have a hash of them.
 */
export const placeOrderInput = z
  .object({
    fulfilment,
    farms: z.optional(
      z
        .array(z.object({ farmId: rowId, fulfilment }), fieldError('fieldInvalid'))
        .check(z.maxLength(CART_LINES_MAX, fieldError('fieldInvalid'))),
    ),
    ...orderTerms,
    wishedDay: z.nullish(z.iso.date(fieldError('dateInvalid'))),
    wishedPart,
    /** In KES. If the total has changed, nothing is ordered. */
    expectedTotal: z.optional(amount('fieldInvalid')),
    expectedDeposit: z.optional(amount('fieldInvalid')),
    /** Ordered at today's prices; the cart stays as it is. */
    basket: z.optional(wantedLines),
  })
  .check(
    ...deliveryChecks,
    z.refine(({ wishedDay, wishedPart: part }) => !part || Boolean(wishedDay), {
      path: ['wishedDay'],
      ...fieldError('wishedDayRequired'),
    }),
  );
export type PlaceOrder = z.infer<typeof placeOrderInput>;

export const quoteOrderInput = z
  .object({
    latitude: z.optional(latitude),
    longitude: z.optional(longitude),
    basket: z.optional(wantedLines),
  })
  .check(
    z.refine((place) => (place.latitude === undefined) === (place.longitude === undefined), {
      path: ['latitude'],
      ...fieldError('placeNeeded'),
    }),
  );

export const placeOrderCall = z.object({ idempotencyKey, order: placeOrderInput });

const deliveryDay = z.iso
  .date(fieldError('dateInvalid'))
  .check(z.refine((day) => day <= LAST_DAY, fieldError('dateInvalid')));

const haveQuantity = z.number(fieldError('quantityInvalid')).check(
  z.gte(0, fieldError('quantityInvalid')),
  z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  z.refine((given) => hasAtMostDecimals(given, 2), fieldError('quantityTooFine')),
);
/** `quantitySeen` is what the farmer saw; another device may have changed it. */
const shortLine = z.object({
  lineId: rowId,
  quantity: haveQuantity,
  quantitySeen: z.optional(haveQuantity),
});
const isEachLineOnce = (lines: readonly { lineId: number }[]) =>
  new Set(lines.map(({ lineId }) => lineId)).size === lines.length;
export const shortLines = z
  .array(shortLine, fieldError('fieldInvalid'))
  .check(
    z.minLength(1, fieldError('fieldInvalid')),
    z.maxLength(CART_LINES_MAX, fieldError('fieldInvalid')),
    z.refine(isEachLineOnce, fieldError('fieldInvalid')),
  );
/** Unless `isRestThere`, the missing goods are not put on offer again. */
const shortHarvest = { lines: shortLines, isRestThere: z.optional(z.boolean()) };
export const shortenOrderInput = z.object({ orderId: rowId, ...shortHarvest });
export type ShortHarvest = Omit<z.infer<typeof shortenOrderInput>, 'orderId'>;

const weights = z
  .array(z.object({ lineId: rowId, weight: haveQuantity }), fieldError('fieldInvalid'))
  .check(
    z.minLength(1, fieldError('fieldInvalid')),
    z.maxLength(CART_LINES_MAX, fieldError('fieldInvalid')),
    z.refine(isEachLineOnce, fieldError('fieldInvalid')),
  );
/** The step is refused if the goods were weighed again since. */
const weighingSeen = z.optional(
  z.int(fieldError('fieldInvalid')).check(z.gte(0, fieldError('fieldInvalid'))),
);
export const weighOrderInput = z.object({ orderId: rowId, lines: weights, weighingSeen });
export type WeighOrder = z.infer<typeof weighOrderInput>;
export const seenOrderInput = z.object({ orderId: rowId, weighingSeen });

export const confirmOrderInput = z.object({
  orderId: rowId,
  deliveryDate: z.nullish(deliveryDay),
  lines: z.optional(shortHarvest.lines),
  isRestThere: shortHarvest.isRestThere,
});

/** In the product's unit; 0 if the harvest failed. */
export const declareHarvestInput = z.object({
  productId: rowId,
  quantity: haveQuantity,
  deliveryDate: z.nullish(deliveryDay),
});
export type DeclareHarvest = z.infer<typeof declareHarvestInput>;

const reason = filledLine('reasonRequired', REASON_MAX);
const optionalReason = z.nullish(line().check(atMost(REASON_MAX)));
export const rejectOrderInput = z.object({
  orderId: rowId,
  reason: optionalReason,
  isNoneLeft: z.optional(z.boolean(fieldError('fieldInvalid'))),
});
export type RejectOrder = z.infer<typeof rejectOrderInput>;
export const disputeOrderInput = z.object({ orderId: rowId, reason });
export const answerDisputeInput = z.object({
  orderId: rowId,
  answer: filledLine('answerRequired', DISPUTE_ANSWER_MAX),
});
export type AnswerDispute = z.infer<typeof answerDisputeInput>;
export const cancelOrderInput = z.object({ orderId: rowId, reason: optionalReason });

export const handoverCode = z
  .string(fieldError('handoverCodeInvalid'))
  .check(
    z.trim(),
    z.regex(new RegExp(`^\\d{${HANDOVER_CODE_LENGTH}}$`), fieldError('handoverCodeInvalid')),
  );
export const completeOrderInput = z.object({
  orderId: rowId,
  handoverCode,
  takenAt: z.optional(takenAt),
});

export const listOrdersInput = z.object({
  status: z.optional(z.enum(orderStatuses, fieldError('fieldInvalid'))),
  limit: listLimit(LIST_LIMIT_MAX),
  cursor: pageCursor,
});
export type ListOrders = z.infer<typeof listOrdersInput>;

export const listFarmOrdersInput = z.extend(listOrdersInput, {
  group: z.optional(z.enum(orderGroupNames, fieldError('fieldInvalid'))),
});
/** Orders that need the farmer come first, ended ones last. */
export const sortFarmOrdersInput = z.extend(listFarmOrdersInput, {
  isByTurn: z.optional(z.boolean(fieldError('fieldInvalid'))),
});
export type ListFarmOrders = z.infer<typeof sortFarmOrdersInput>;

export const putCartInput = z.object({ lines: wantedLines });
export const visitorCartInput = z.object({
  lines: wantedLines,
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});
export const addToCartInput = z.object({ lines: wantedLines });
export const removeFromCartInput = z.object({ productId: rowId });

/** The minimum leaves out the delivery fee and applies only to deliveries. */
export const isBelowMinimumOrder = (subtotalCents: Cents, minimumOrderCents: Cents): boolean =>
  subtotalCents < minimumOrderCents;

export const offerStatuses = [
  'open',
  'accepted',
  'declined',
  'countered',
  'withdrawn',
  'expired',
  'ordered',
  'released',
] as const;
export type OfferStatus = (typeof offerStatuses)[number];

const RATING_MIN = 1;

const rating = z
  .int(fieldError('ratingRequired'))
  .check(
    z.gte(RATING_MIN, fieldError('ratingRequired')),
    z.lte(RATING_MAX, fieldError('ratingRequired')),
  );

export const rateOrderInput = z.object({
  orderId: rowId,
  rating,
  text: z.nullish(line().check(atMost(REVIEW_TEXT_MAX))),
});
export type RateOrder = z.infer<typeof rateOrderInput>;

/** Without a text, because other farmers see it. */
export const rateBuyerInput = z.object({ orderId: rowId, rating });
export type RateBuyer = z.infer<typeof rateBuyerInput>;

export const answerReviewInput = z.object({
  orderId: rowId,
  answer: filledLine('answerRequired', REVIEW_TEXT_MAX),
});
export type AnswerReview = z.infer<typeof answerReviewInput>;

export const farmReviewsInput = z.object({
  farmId: rowId,
  cursor: pageCursor,
});

export const farmRatingsInput = z.object({
  farmIds: z.array(rowId, fieldError('fieldInvalid')).check(atMost(FARM_RATINGS_MAX)),
});
