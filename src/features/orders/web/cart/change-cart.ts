/*
 * A buyer's cart changes, sent one at a time. The screen shows each change at once. If several
 * changes to the same product come faster than they can be sent, only the last is sent. Offline, a
 * change is queued. If one fails, the cart is shown as the server had it, with a message.
 */
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { inputOf, keepAll, sayKept, sendOrKeep } from '#platform/web/offline/lazy-queue.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import type { Cart, CartProduct, ServerCache } from './cart.ts';
import { addToCart as addToVisitorCart } from './cart-lines.ts';
import { type CartChange, isOwnLine, withQuantity } from './with-quantity.ts';

const fallbacks = { failed: m.cartChangeFailed, connectionLost: m.cartChangeOffline };

const waiting = new Map<number, CartChange>();
let isSending = false;
/** The cart as the server last returned it. */
let known: Cart | undefined;

/** Sets a product's quantity in the cart; 0 removes it. */
export function changeCart(cache: ServerCache, change: CartChange): void {
  const shown = cache.buyer.cart.get.getData();
  if (!isSending) known = shown;
  waiting.set(change.productId, change);
  if (shown) void show(cache, withQuantity(shown, change));
  if (!isSending) void sendAll(cache);
}

/**
 * Adds a quantity of a product, up to the available stock.
 * @returns the product's quantity in the cart before and after; null if that is unknown
 */
export async function addToBuyerCart(cache: ServerCache, product: CartProduct, quantity: number) {
  const { id: productId, quantity: available } = product;
  try {
    const cart = cache.buyer.cart.get.getData() ?? (await cache.client.buyer.cart.get.query());
    const before = cart.lines.find((line) => isOwnLine(line, productId))?.quantity ?? 0;
    const now = Math.min(available, roundedToHundredths(before + quantity));
    if (now > before) changeCart(cache, { productId, quantity: now, product });
    return { before, now };
  } catch (error) {
    const failure = readFailure(error);
    if (failure.isConnectionLost && (await keepAddition({ productId, quantity, product })))
      return null;
    // It is stored on this device until the next login, which adds it to the buyer's cart.
    if (failure.code === 'NOT_LOGGED_IN') addToVisitorCart({ productId, quantity, available });
    showToast('error', sayFailure(failure, fallbacks));
    return null;
  }
}

/**
 * Queues an addition made offline to a cart that this device has not loaded yet. The server merges
 * it like a visitor's cart: if the cart already has the product, the larger quantity counts.
 * @returns whether it was queued
 */
async function keepAddition({
  product,
  ...change
}: CartChange & { product: CartProduct }): Promise<boolean> {
  const entryWith = (quantity: number) => ({
    ...entryOf({ ...change, quantity, product }, undefined),
    kind: 'addToCart',
  });
  const merge = (before: Entry) => {
    const added = inputOf<CartChange>(before).quantity + change.quantity;
    return entryWith(Math.min(product.quantity, roundedToHundredths(added)));
  };
  const kept = await keepAll([{ entry: entryWith(change.quantity), merge }], 'always');
  const isKept = kept.length > 0;
  if (isKept) sayKept({});
  return isKept;
}

/** Shows a cart that the server has returned or is about to return. */
export async function show(cache: ServerCache, cart: Cart): Promise<void> {
  cache.buyer.cart.get.setData(undefined, cart);
  // A fetch that is already running does not include this change.
  await cache.buyer.cart.get.cancel(undefined, { revert: false, silent: true });
}

async function sendAll(cache: ServerCache): Promise<void> {
  isSending = true;
  try {
    for (let next = takeNext(); next; next = takeNext()) {
      known = await send(cache, next, known);
      void show(cache, [...waiting.values()].reduce(withQuantity, known));
    }
  } catch (error) {
    waiting.clear();
    if (known) void show(cache, known);
    showToast('error', sayFailure(readFailure(error), fallbacks));
    void cache.buyer.cart.get.invalidate();
  } finally {
    isSending = false;
  }
}

function takeNext(): CartChange | undefined {
  const next = waiting.values().next().value;
  if (next) waiting.delete(next.productId);
  return next;
}

/** @returns the cart as the server has it now, or will have it once the device is online */
async function send(
  { client }: ServerCache,
  change: CartChange,
  before: Cart | undefined,
): Promise<Cart> {
  const { productId, quantity } = change;
  const { remove, setLine } = client.buyer.cart;
  const done = await sendOrKeep(
    entryOf(change, before),
    (options) =>
      quantity > 0
        ? setLine.mutate({ productId, quantity }, options)
        : remove.mutate({ productId }, options),
    () => entryOf(change, before),
  );
  if (done.outcome === 'sent') return done.answer;
  if (!before) throw new Error('A cart that is not known was not changed');
  return withQuantity(before, change);
}

/**
 * A change as a queue entry. Changes of one product are merged until the first attempt to send
 * them.
 */
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
