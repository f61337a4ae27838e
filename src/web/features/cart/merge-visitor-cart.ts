import { m } from '#shared/text/compiled/messages.js';
import { failureText } from '#web/app/client/failure.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import type { Cart } from './cart.ts';
import { type CartLine, dropCartLines, readCartLines } from './cart-lines.ts';

let isMerging = false;

/**
 * Puts what was gathered before logging in to the buyer's cart, and then forgets it here. Where that fails all stays as it was, for
 * the next time: the same lines sent twice change nothing.
 * @returns the cart; null when there was nothing to put, or it failed
 */
export async function mergeVisitorCart(add: (input: { lines: CartLine[] }) => Promise<Cart>): Promise<Cart | null> {
  const lines = readCartLines();
  if (lines.length === 0 || isMerging) return null;
  isMerging = true;
  try {
    const cart = await add({ lines });
    dropCartLines(lines);
    return cart;
  } catch (error) {
    showToast('error', failureText(error, m.cartMergeFailed()));
    return null;
  } finally {
    isMerging = false;
  }
}
