/*
 * Each change shows at once, is stored on the device and sent from the queue, which merges quickly
 * repeated changes of a product. A refused change restores the server's cart and shows a message.
 * After a login, the visitor's cart is merged into the buyer's.
 */

import { roundedToHundredths } from '#rules/amounts.ts';
import { m } from '#text';
import { showToast } from '#ui/show-toast.ts';
import { type Entry, type NewEntry, withDeadline } from '#web/offline/entry.ts';
import { inputOf, saveChange, sayPending } from '#web/offline/lazy-queue.ts';
import { failureText, readFailure, sayFailure } from '#web/rpc.ts';
import { readUser } from '#web/session.ts';
import {
  addToCart as addToVisitorCart,
  type Cart,
  type CartProduct,
  dropCartLines,
  readCartLines,
  type ServerCache,
} from './visitor-cart.tsx';
import { type CartChange, isOwnLine, withQuantity } from './with-quantity.ts';

const fallbacks = { failed: m.saveFailed, connectionLost: m.offlineUnchanged };

const CART_MILLISECONDS = 3000;

export function changeCart(cache: ServerCache, change: CartChange): void {
  const shown = cache.buyer.cart.get.getData();
  if (shown) void show(cache, withQuantity(shown, change));
  const entry = entryOf(change, shown);
  saveChange({ entry, merge: () => entry }).catch((error) => {
    showToast('error', sayFailure(readFailure(error), fallbacks));
    // The queue knows nothing of a change that could not be stored.
    void cache.buyer.cart.get.invalidate();
  });
}

/** Adds up to the available stock. Returns the quantities before and after, null if unknown. */
export async function addToBuyerCart(cache: ServerCache, product: CartProduct, quantity: number) {
  const { id: productId, quantity: available } = product;
  const keepForLogin = () => addToVisitorCart(product, quantity);
  try {
    const cart = cache.buyer.cart.get.getData() ?? (await findCart(cache));
    if (!readUser()) keepForLogin();
    else if (!cart) await addToUnknown({ productId, quantity, product });
    if (!cart) return null;
    const before = cart.lines.find((line) => isOwnLine(line, productId))?.quantity ?? 0;
    const now = Math.min(available, roundedToHundredths(before + quantity));
    if (now > before) changeCart(cache, { productId, quantity: now, product });
    return { before, now };
  } catch (error) {
    const failure = readFailure(error);
    if (failure.code === 'NOT_LOGGED_IN') keepForLogin();
    showToast('error', sayFailure(failure, fallbacks));
    return null;
  }
}

const findCart = ({ client }: ServerCache): Promise<Cart | null> =>
  withDeadline(CART_MILLISECONDS, (signal) =>
    client.buyer.cart.get.query(undefined, { signal }),
  ).catch((error) => {
    if (readFailure(error).code === null) return null;
    throw error;
  });

/**
 * For a cart that this device has not loaded yet. If it already has the product, the server keeps
 * the larger quantity.
 */
async function addToUnknown({ product, ...change }: CartChange & { product: CartProduct }) {
  const entryWith = (quantity: number) => ({
    ...entryOf({ ...change, quantity, product }, undefined),
    kind: 'addToCart',
  });
  const merge = (before: Entry) => {
    const added = inputOf<CartChange>(before).quantity + change.quantity;
    return entryWith(Math.min(product.quantity, roundedToHundredths(added)));
  };
  const pending = await saveChange({ entry: entryWith(change.quantity), merge });
  if (pending) sayPending(pending);
}

export async function show(cache: ServerCache, cart: Cart): Promise<void> {
  cache.buyer.cart.get.setData(undefined, cart);
  // A running fetch does not include this change.
  await cache.buyer.cart.get.cancel(undefined, { revert: false, silent: true });
}

/** Changes of one product are merged until the first attempt to send them. */
function entryOf(change: CartChange, cart: Cart | undefined): NewEntry {
  const { productId, quantity, product } = change;
  const line = product ?? cart?.lines.find((one) => one.productId === productId);
  return {
    kind: 'setCart',
    subject: `cart:${productId}`,
    input: change,
    parts: { name: line?.name ?? '', unit: line?.unit ?? null, quantity },
  };
}

let merging: Promise<void> | null = null;

/** Also waits for a merge that another part of the page has begun. */
export function mergeVisitorCart(cache: ServerCache): Promise<void> {
  merging ??= merge(cache).finally(() => {
    merging = null;
  });
  return merging;
}

/**
 * A failure leaves everything for the next attempt: sending the same lines twice changes nothing.
 */
async function merge(cache: ServerCache): Promise<void> {
  const lines = readCartLines();
  if (lines.length === 0) return;
  try {
    const input = lines.map(({ productId, quantity }) => ({ productId, quantity }));
    const cart = await cache.client.buyer.cart.add.mutate({ lines: input });
    dropCartLines(lines);
    await show(cache, cart);
    // A quote from before the merge lacks the new farms.
    void cache.buyer.orders.quote.invalidate();
    const inCart = new Set(cart.lines.map(({ productId }) => productId));
    if (input.some(({ productId }) => !inCart.has(productId))) showToast('info', m.guestCartGone());
  } catch (error) {
    showToast('error', failureText(error, m.cartMergeFailed()));
  }
}
