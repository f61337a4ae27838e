/*
 * A buyer's changes of the cart, one call after the other. What is shown follows the finger at once; of several changes to one
 * product that come faster than the line only the last is sent; and where one fails, the cart is shown as the server had it, with
 * a sentence.
 */
import { roundedToHundredths } from '#shared/decimal.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure, sayFailure } from '#web/app/client/failure.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import type { Cart, ServerCache } from './cart.ts';
import { addToCart as addToVisitorCart } from './cart-lines.ts';
import { type CartChange, withQuantity } from './with-quantity.ts';

const fallbacks = { failed: m.cartChangeFailed, connectionLost: m.cartChangeOffline };

const waiting = new Map<number, CartChange>();
let isSending = false;
/** As the server last said it. */
let known: Cart | undefined;

/** Says how much of a product the cart holds; 0 takes it out. */
export function changeCart(cache: ServerCache, change: CartChange): void {
  const shown = cache.buyer.cart.get.getData();
  if (!isSending) known = shown;
  waiting.set(change.productId, change);
  if (shown) void show(cache, withQuantity(shown, change));
  if (!isSending) void sendAll(cache);
}

/** Puts more of a product in, up to what there is. @returns how much of it the cart holds now, and held before */
export async function addToBuyerCart(cache: ServerCache, product: Offer, quantity: number) {
  const { id: productId, quantity: available } = product;
  try {
    const cart = cache.buyer.cart.get.getData() ?? (await cache.client.buyer.cart.get.query());
    const before = cart.lines.find((line) => line.productId === productId)?.quantity ?? 0;
    const now = Math.min(available, roundedToHundredths(before + quantity));
    if (now > before) changeCart(cache, { productId, quantity: now, product });
    return { before, now };
  } catch (error) {
    const failure = readFailure(error);
    // It waits on this device for the next login, where it is put to the rest.
    if (failure.code === 'NOT_LOGGED_IN') addToVisitorCart({ productId, quantity, available });
    showToast('error', sayFailure(failure, fallbacks));
    return null;
  }
}

/** Shows a cart that the server has answered with, or will. */
export async function show(cache: ServerCache, cart: Cart): Promise<void> {
  cache.buyer.cart.get.setData(undefined, cart);
  // An answer that is under way knows nothing of this yet.
  await cache.buyer.cart.get.cancel(undefined, { revert: false, silent: true });
}

async function sendAll(cache: ServerCache): Promise<void> {
  isSending = true;
  try {
    for (let next = takeNext(); next; next = takeNext()) {
      known = await send(cache, next);
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

function send({ client }: ServerCache, { productId, quantity }: CartChange): Promise<Cart> {
  const { remove, setLine } = client.buyer.cart;
  return quantity > 0 ? setLine.mutate({ productId, quantity }) : remove.mutate({ productId });
}
