import * as z from 'zod/mini';
import { CART_LINES_MAX, QUANTITY_STEP } from '#features/orders/rules/limits.ts';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import { hasAtMostDecimals } from '#platform/rules/decimal.ts';
import { latitude, longitude } from '#platform/rules/geo/geo-input.ts';
import type { Cents } from '#platform/rules/money.ts';
import { rowId } from '#platform/rules/row-id.ts';
import { fieldError } from '#platform/rules/text/line.ts';

/** A wanted quantity in the product's own unit, greater than zero. */
export const wantedQuantity = z.number(fieldError('quantityWantedInvalid')).check(
  z.gte(QUANTITY_STEP, fieldError('quantityWantedInvalid')),
  z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  z.refine((given) => hasAtMostDecimals(given, 2), fieldError('quantityTooFine')),
);

export const cartLineInput = z.object({ productId: rowId, quantity: wantedQuantity });
export type CartLine = z.infer<typeof cartLineInput>;

/** At most as many lines as a cart holds. */
export const wantedLines = z
  .array(cartLineInput, fieldError('fieldInvalid'))
  .check(z.maxLength(CART_LINES_MAX, fieldError('tooManyCartLines')));

/** Replaces the whole cart. Sending it accepts today's prices. */
export const putCartInput = z.object({ lines: wantedLines });
/**
 * A visitor's cart, and the visitor's position if it is known, from which distances are measured.
 */
export const visitorCartInput = z.object({
  lines: wantedLines,
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});
/** Lines collected before the login, which are added to the buyer's cart. */
export const addToCartInput = z.object({ lines: wantedLines });
export const removeFromCartInput = z.object({ productId: rowId });

/**
 * Whether a farm's part of a cart is below the farm's minimum order, not counting the delivery fee.
 * The minimum applies to deliveries only; a collected order may be smaller.
 */
export const isBelowMinimumOrder = (subtotalCents: Cents, minimumOrderCents: Cents): boolean =>
  subtotalCents < minimumOrderCents;

/** The statuses of a price offer. An accepted offer is a line of the cart. */
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
