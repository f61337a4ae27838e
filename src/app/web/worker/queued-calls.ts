import type { MessageInput } from '#features/messages/web/queue/waiting-messages.ts';
import type { CartChange } from '#features/orders/web/cart/with-quantity.ts';
import type { Entry } from '#platform/web/offline/entry.ts';

/** A procedure call in the server's format. */
export type Call = { path: string; input: unknown };

/** Kinds whose input equals their procedure's input. */
const paths: Readonly<Record<string, string>> = {
  setQuantity: 'farmer.products.setQuantity',
  editProduct: 'farmer.products.edit',
  confirmOrder: 'farmer.orders.confirm',
  rejectOrder: 'farmer.orders.reject',
  dispatchOrder: 'farmer.orders.dispatch',
  completeOrder: 'farmer.orders.complete',
};

/**
 * The single call with which a page would send an entry; null if it takes more than one call, as
 * with photos. The features' own code for it (app/web/waiting/kinds.ts) depends on the pages and
 * would multiply the worker's size. A test compares the two.
 */
export function callOf({
  kind,
  input,
  fileCount,
}: Pick<Entry, 'kind' | 'input' | 'fileCount'>): Call | null {
  // A page reports entries that another version stored in a different shape
  // (offline/read-entry.ts).
  if (fileCount !== 0 || typeof input !== 'object' || input === null) return null;
  const path = paths[kind];
  if (path) return { path, input };
  // Casts, because entries of these kinds have these inputs.
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
