/*
 * A buyer's changes to the cart, sent one after the other. The screen shows each change at once. If
 * several changes to the same product come faster than they can be sent, only the last is sent.
 * Without a line a change waits in the queue. If one fails, the cart is shown as the server had it,
 * with a message.
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

/** Sets how much of a product the cart holds; 0 removes it. */
export function changeCart(cache: ServerCache, change: CartChange): void {
  const shown = cache.buyer.cart.get.getData();
  if (!isSending) known = shown;
  waiting.set(change.productId, change);
  if (shown) void show(cache, withQuantity(shown, change));
  if (!isSending) void sendAll(cache);
}

/**
 * Adds a quantity of a product, up to what is available. @returns how much of it the cart holds
 * now, and held before; null if that is not known
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
    // It is kept on this device until the next login, which adds it to the buyer's cart.
    if (failure.code === 'NOT_LOGGED_IN') addToVisitorCart({ productId, quantity, available });
    showToast('error', sayFailure(failure, fallbacks));
    return null;
  }
}

/**
 * Keeps what is added without a line to a cart that this device has not seen yet. The server adds
 * it as it adds a visitor's cart: where the product is there already, the larger quantity counts.
 * @returns whether it is kept
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

/** Shows a cart that the server has returned, or is about to. */
export async function show(cache: ServerCache, cart: Cart): Promise<void> {
  cache.buyer.cart.get.setData(undefined, cart);
  // A fetch that is already under way does not include this change.
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

/** @returns the cart as the server has it now, or will have it when there is a line */
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
 * A change as the queue keeps it. Changes of one product are one as long as nobody has tried to
 * send it.
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
