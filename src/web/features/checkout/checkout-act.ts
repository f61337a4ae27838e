/*
 * One act of ordering has one Idempotency-Key, however often it is sent: a double tap, a retry on a bad line, a reload before the
 * answer came. So the key is kept in this tab together with what it stands for; another order, or another cart, is another act.
 */
import * as z from 'zod/mini';
import { type PlaceOrder, placeOrderInput } from '#shared/order-input.ts';
import { forgetKept, keep, readKept } from '#web/ui/browser/tab-storage.ts';
import type { Cart } from './checkout-values.ts';

const KEY = 'checkoutAct';
const KEY_BYTES = 16;

const checkoutAct = z.object({ idempotencyKey: z.string(), order: placeOrderInput, cart: z.string() });
export type CheckoutAct = z.infer<typeof checkoutAct>;

/** Where storage is forbidden, a reload forgets it; nothing else does. */
let inMemory: CheckoutAct | null = null;

export const readAct = (): CheckoutAct | null => readKept(KEY, checkoutAct) ?? inMemory;

/** The act that this is: the one that is under way, if it is for the same, else a new one. */
export function beginAct(order: PlaceOrder, cart: Cart): CheckoutAct {
  const contents = fingerprint(cart);
  const before = readAct();
  if (before && before.cart === contents && JSON.stringify(before.order) === JSON.stringify(order)) return before;
  const act = { idempotencyKey: newKey(), order, cart: contents };
  inMemory = act;
  keep(KEY, act);
  return act;
}

/** It has been answered for good. */
export function endAct(): void {
  inMemory = null;
  forgetKept(KEY);
}

const fingerprint = ({ lines }: Cart) =>
  lines.map(({ productId, quantity, acceptedPrice }) => `${productId}:${quantity}@${acceptedPrice}`).join(' ');

/** Not `randomUUID`, which a page without https doesn't have. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
