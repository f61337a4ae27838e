import * as z from 'zod/mini';
import { CART_LINES_MAX, QUANTITY_STEP } from '#orders/rules/limits.ts';
import { hasAtMostDecimals } from '#platform/rules/decimal.ts';
import { fieldError, latitude, longitude, rowId } from '#platform/rules/fields.ts';
import type { Cents } from '#platform/rules/money.ts';
import { QUANTITY_MAX } from '#products/rules/limits.ts';

export const wantedQuantity = z.number(fieldError('quantityWantedInvalid')).check(
  z.gte(QUANTITY_STEP, fieldError('quantityWantedInvalid')),
  z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  z.refine((given) => hasAtMostDecimals(given, 2), fieldError('quantityTooFine')),
);

export const cartLineInput = z.object({ productId: rowId, quantity: wantedQuantity });
export type CartLine = z.infer<typeof cartLineInput>;

export const wantedLines = z
  .array(cartLineInput, fieldError('fieldInvalid'))
  .check(z.maxLength(CART_LINES_MAX, fieldError('tooManyCartLines')));

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
