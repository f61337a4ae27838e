import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import type { Cart } from './cart.ts';
import { type CartLine, dropCartLines, readCartLines } from './cart-lines.ts';

let isMerging = false;

/**
 * Merges the visitor's cart into the buyer's cart, then deletes it here. If that fails, everything
 * stays for the next attempt: sending the same lines twice changes nothing.
 * @returns the cart; null if there was nothing to merge, or if it failed
 */
export async function mergeVisitorCart(
  add: (input: { lines: CartLine[] }) => Promise<Cart>,
): Promise<Cart | null> {
  const lines = readCartLines();
  if (lines.length === 0 || isMerging) return null;
  isMerging = true;
  try {
    const input = lines.map(({ productId, quantity }) => ({ productId, quantity }));
    const cart = await add({ lines: input });
    dropCartLines(lines);
    return cart;
  } catch (error) {
    showToast('error', failureText(error, m.cartMergeFailed()));
    return null;
  } finally {
    isMerging = false;
  }
}
