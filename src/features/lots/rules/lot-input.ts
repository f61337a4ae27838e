/* Kept apart from lot.ts, so that pages load neither zod nor the list of crops. */

import * as z from 'zod/mini';
import { phoneNumber } from '#accounts/rules/account.ts';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { paymentMethods } from '#orders/rules/order-facts.ts';
import { wantedQuantity } from '#orders/rules/order-input.ts';
import { cropId, isKnownCrop } from '#products/rules/crop-input.ts';
import { netWeightKg, units } from '#products/rules/product.ts';
import {
  amount,
  fieldError,
  inKenya,
  latitude,
  line,
  longitude,
  paragraph,
  rowId,
} from '#rules/fields.ts';
import { MONEY_MAX_KES } from '#rules/limits.ts';
import {
  LOT_FARMS_MAX,
  LOT_POINTS_MAX,
  LOT_PRICE_MIN_KES,
  PLACE_MAX,
  PROPOSED_MAX,
  QUALITY_MAX,
} from './lot.ts';

const invalid = fieldError('fieldInvalid');
const text = (most: number) =>
  line('fieldInvalid').check(
    z.minLength(1, invalid),
    z.maxLength(most, fieldError('fieldTooLong')),
  );
const hour = z.int(invalid).check(z.gte(0, invalid), z.lte(24, invalid));

const wrong = (field: string, error: Parameters<typeof fieldError>[0]) => ({
  path: [field],
  ...fieldError(error),
});

/** Hours of the lot's day, in Nairobi. */
const point = z
  .object({ name: text(PLACE_MAX), latitude, longitude, fromHour: hour, untilHour: hour })
  .check(
    inKenya,
    z.refine(({ fromHour, untilHour }) => fromHour < untilHour, wrong('untilHour', 'fieldInvalid')),
  );

/** The schema does not know the time, so server/manage-lots.ts checks the day and the closing. */
export const askForLotInput = z
  .object({
    crop: cropId,
    unit: z.enum(units, invalid),
    netWeightKg,
    quantity: wantedQuantity,
    leastQuantity: z.optional(wantedQuantity),
    smallestShare: wantedQuantity,
    price: amount('priceInvalid').check(z.gte(LOT_PRICE_MIN_KES, fieldError('priceInvalid'))),
    quality: z._default(
      paragraph().check(z.maxLength(QUALITY_MAX, fieldError('fieldTooLong'))),
      '',
    ),
    day: z.iso.date(fieldError('dateInvalid')),
    place: text(PLACE_MAX),
    closesAt: z.iso.datetime({ offset: true, ...fieldError('dateInvalid') }),
    points: z
      .array(point, invalid)
      .check(
        z.minLength(1, fieldError('placeQueryRequired')),
        z.maxLength(LOT_POINTS_MAX, invalid),
      ),
    repeatsWeekly: z._default(z.boolean(invalid), false),
    photoId: z.optional(rowId),
  })
  .check(
    isKnownCrop,
    z.refine(
      ({ quantity, leastQuantity = 0 }) => leastQuantity <= quantity,
      wrong('leastQuantity', 'quantityWantedInvalid'),
    ),
    z.refine(
      ({ quantity, smallestShare, price }) =>
        smallestShare <= quantity &&
        quantity <= smallestShare * LOT_FARMS_MAX &&
        // M-Pesa pays out no less to a farm.
        price * smallestShare >= PAYOUT_MIN_KES,
      wrong('smallestShare', 'quantityWantedInvalid'),
    ),
    z.refine(
      ({ price, quantity }) => price * quantity <= MONEY_MAX_KES,
      wrong('price', 'priceInvalid'),
    ),
  );
export type AskForLot = z.infer<typeof askForLotInput>;

export const lotIdInput = z.object({ lotId: rowId });
export const listLotsInput = z.object({ crop: z.optional(cropId) });
export const extendLotInput = z.extend(lotIdInput, { closesAt: askForLotInput.shape.closesAt });
export const takeLotInput = z.extend(lotIdInput, {
  paymentMethod: z._default(z.enum(paymentMethods, fieldError('paymentMethodRequired')), 'M-Pesa'),
});

export const takeRideInput = z.extend(lotIdInput, { rideId: rowId });

const priceWrong = fieldError('priceInvalid');
/** In whole shillings, as orders' totals. */
export const offerRideInput = z.extend(lotIdInput, {
  pointIds: z.array(rowId).check(z.maxLength(LOT_POINTS_MAX, invalid)),
  price: z
    .int(priceWrong)
    .check(z.gte(PAYOUT_MIN_KES, priceWrong), z.lte(MONEY_MAX_KES, priceWrong)),
});
export type OfferRide = z.infer<typeof offerRideInput>;

export const payLotInput = z.extend(lotIdInput, { phoneNumber });

/**
 * Without a product, the farm's product of the crop with the largest stock; without a point, the
 * nearest one. `waits`: in line, if so much is not left.
 */
export const giveShareInput = z.extend(lotIdInput, {
  quantity: wantedQuantity,
  productId: z.optional(rowId),
  pointId: z.optional(rowId),
  waits: z._default(z.boolean(invalid), false),
});
export type GiveShare = z.infer<typeof giveShareInput>;

const { quantity, pointId } = giveShareInput.shape;
export const proposeSharesInput = z.extend(lotIdInput, {
  shares: z
    .array(z.object({ farmerId: rowId, quantity, pointId }), invalid)
    .check(z.maxLength(PROPOSED_MAX, invalid)),
});
export type ProposeShares = z.infer<typeof proposeSharesInput>;
