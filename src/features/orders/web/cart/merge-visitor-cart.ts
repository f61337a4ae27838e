import { failureText } from '#platform/web/client/failure.ts';
import { m } from '#text';
import { showToast } from '#ui/feedback/show-toast.ts';
import { dropCartLines, readCartLines, type ServerCache } from './cart-lines.ts';
import { show } from './change-cart.ts';

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
