import type { MessageInput } from '#features/messages/web/queue/waiting-messages.ts';
import type { CartChange } from '#features/orders/web/cart/with-quantity.ts';
import type { Entry } from '#platform/web/offline/entry.ts';

/** A call of a procedure as the server takes it. */
export type Call = { path: string; input: unknown };

/** Entries whose input is that of their procedure. */
const paths: Readonly<Record<string, string>> = {
  setQuantity: 'farmer.products.setQuantity',
  editProduct: 'farmer.products.edit',
  confirmOrder: 'farmer.orders.confirm',
  rejectOrder: 'farmer.orders.reject',
  dispatchOrder: 'farmer.orders.dispatch',
  completeOrder: 'farmer.orders.complete',
};

/**
 * The one call by which a page would send an entry; null for one that takes more than a call, such
 * as photos. The features' own code for it (app/web/waiting/kinds.ts) knows the pages and would
 * make the worker many times as large; a test compares the two.
 */
export function callOf({
  kind,
  input,
  fileCount,
}: Pick<Entry, 'kind' | 'input' | 'fileCount'>): Call | null {
  // What another version has stored otherwise is for a page to say (offline/read-entry.ts).
  if (fileCount !== 0 || typeof input !== 'object' || input === null) return null;
  const path = paths[kind];
  if (path) return { path, input };
  // The casts: the entries of these kinds have these inputs.
  if (kind === 'setCart') return cartCall(input as CartChange);
  if (kind === 'addToCart') return additionCall(input as CartChange);
  if (kind === 'message') return messageCall(input as MessageInput);
  return null;
}

function cartCall({ productId, quantity }: CartChange): Call | null {
  if (quantity > 0) return { path: 'buyer.cart.setLine', input: { productId, quantity } };
  return quantity === 0 ? { path: 'buyer.cart.remove', input: { productId } } : null;
}

const additionCall = ({ productId, quantity }: CartChange): Call => ({
  path: 'buyer.cart.add',
  input: { lines: [{ productId, quantity }] },
});

function messageCall({ to, text, media }: Partial<MessageInput>): Call | null {
  if (media || !to) return null;
  return to.kind === 'product'
    ? { path: 'conversations.start', input: { productId: to.id, text } }
    : { path: 'conversations.send', input: { conversationId: to.id, text } };
}
