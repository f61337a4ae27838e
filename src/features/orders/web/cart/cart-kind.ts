import { rpc } from '#platform/web/client/rpc.ts';
import { queryClient } from '#platform/web/client/server-cache.tsx';
import type { Kind } from '#platform/web/offline/kinds.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { Cart } from './cart.ts';
import { type CartChange, isOwnLine, withQuantity } from './with-quantity.ts';

const refreshes = [['buyer', 'cart']] as const;

/** How the queue sends a cart change. */
export const cartKind: Kind = {
  send(entry, { token, signal }) {
    const { productId, quantity } = inputOf<CartChange>(entry);
    const { remove, setLine } = rpc.buyer.cart;
    const options = { context: { idempotencyKey: entry.key, token }, signal };
    return quantity > 0
      ? setLine.mutate({ productId, quantity }, options)
      : remove.mutate({ productId }, options);
  },
  apply(entry) {
    const change = inputOf<CartChange>(entry);
    queryClient.setQueriesData<Cart>(
      { queryKey: [['buyer', 'cart', 'get']] },
      (cart) => cart && withQuantity(cart, change),
    );
  },
  refreshes,
};

/** How the queue adds to a cart that this device had not loaded yet: the larger quantity counts. */
export const additionKind: Kind = {
  send(entry, { token, signal }) {
    const { productId, quantity } = inputOf<CartChange>(entry);
    const options = { context: { idempotencyKey: entry.key, token }, signal };
    return rpc.buyer.cart.add.mutate({ lines: [{ productId, quantity }] }, options);
  },
  apply(entry) {
    const change = inputOf<CartChange>(entry);
    queryClient.setQueriesData<Cart>(
      { queryKey: [['buyer', 'cart', 'get']] },
      (cart) => cart && withAddition(cart, change),
    );
  },
  refreshes,
};

function withAddition(cart: Cart, change: CartChange): Cart {
  const held = cart.lines.find((line) => isOwnLine(line, change.productId))?.quantity ?? 0;
  return held < change.quantity ? withQuantity(cart, change) : cart;
}
