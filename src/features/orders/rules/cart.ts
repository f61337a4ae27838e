import * as z from 'zod/mini';
import { CART_LINES_MAX, QUANTITY_STEP } from '#features/orders/rules/limits.ts';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import { productId } from '#features/products/rules/product.ts';
import { hasAtMostDecimals } from '#platform/rules/decimal.ts';
import { latitude, longitude } from '#platform/rules/geo/geo-input.ts';
import type { Cents } from '#platform/rules/money.ts';
import { fieldError } from '#platform/rules/text/line.ts';

/** How much of a product is wanted, in its own unit: more than nothing. */
export const wantedQuantity = z.number(fieldError('quantityWantedInvalid')).check(
  z.gte(QUANTITY_STEP, fieldError('quantityWantedInvalid')),
  z.lte(QUANTITY_MAX, fieldError('quantityInvalid')),
  z.refine((given) => hasAtMostDecimals(given, 2), fieldError('quantityInvalid')),
);

export const cartLineInput = z.object({ productId, quantity: wantedQuantity });
export type CartLine = z.infer<typeof cartLineInput>;

const lines = z
  .array(cartLineInput, fieldError('fieldInvalid'))
  .check(z.maxLength(CART_LINES_MAX, fieldError('tooManyCartLines')));

/** Replaces the whole cart; today's prices are accepted with it. */
export const putCartInput = z.object({ lines });
/**
 * What a visitor has gathered, and the visitor's own place if it is known, which distances are
 * measured from.
 */
export const visitorCartInput = z.object({
  lines,
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});
/** What was gathered before the login, added to what the cart holds already. */
export const addToCartInput = z.object({ lines });
/** Takes one product out. */
export const removeFromCartInput = z.object({ productId });

/**
 * Whether a farm's part of a cart comes to less than the farm's minimum order; the delivery fee
 * does not count. The minimum is for deliveries: what the buyer collects may be less.
 */
export const isBelowMinimumOrder = (subtotalCents: Cents, minimumOrderCents: Cents): boolean =>
  subtotalCents < minimumOrderCents;
