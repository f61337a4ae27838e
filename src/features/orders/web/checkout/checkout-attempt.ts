/*
 * An attempt keeps its Idempotency-Key through double taps, retries and reloads, so it creates one
 * set of orders. The key is stored in this tab with the order and the cart; a changed order or cart
 * is a new attempt.
 */

import * as z from 'zod/mini';
import { type PlaceOrder, placeOrderInput } from '#orders/rules/order-input.ts';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { tabStore } from '#web/storage.ts';
import type { Cart } from '../cart/visitor-cart.tsx';

const KEY = 'checkoutAct';

const checkoutAttempt = z.object({
  idempotencyKey: z.string(),
  order: placeOrderInput,
  cart: z.string(),
});
export type CheckoutAttempt = z.infer<typeof checkoutAttempt>;

/** For browsers that block storage. A reload then loses the attempt. */
let inMemory: CheckoutAttempt | null = null;

export const readAttempt = (): CheckoutAttempt | null =>
  tabStore.readAs(KEY, checkoutAttempt) ?? inMemory;

export function beginAttempt(order: PlaceOrder, cart: Cart): CheckoutAttempt {
  const contents = fingerprint(cart);
  const before = readAttempt();
  if (before && before.cart === contents && JSON.stringify(before.order) === JSON.stringify(order))
    return before;
  const attempt = { idempotencyKey: createIdempotencyKey(), order, cart: contents };
  inMemory = attempt;
  tabStore.writeJson(KEY, attempt);
  return attempt;
}

export function endAttempt(): void {
  inMemory = null;
  tabStore.write(KEY, null);
}

const fingerprint = ({ lines }: Cart) =>
  lines
    .map(({ productId, quantity, acceptedPrice }) => `${productId}:${quantity}@${acceptedPrice}`)
    .join(' ');
