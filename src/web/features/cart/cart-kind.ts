import { rpc } from '#web/app/client/rpc.ts';
import { queryClient } from '#web/app/client/server-cache.tsx';
import type { Kind } from '#web/app/queue/kinds.ts';
import { inputOf } from '#web/app/queue/lazy-queue.ts';
import type { Cart } from './cart.ts';
import { type CartChange, withQuantity } from './with-quantity.ts';

/** How the queue sends a change of the buyer's cart. */
export const cartKind: Kind = {
  send(entry, { token, signal }) {
    const { productId, quantity } = inputOf<CartChange>(entry);
    const { remove, setLine } = rpc.buyer.cart;
    const options = { context: { idempotencyKey: entry.key, token }, signal };
    return quantity > 0 ? setLine.mutate({ productId, quantity }, options) : remove.mutate({ productId }, options);
  },
  apply(entry) {
    const change = inputOf<CartChange>(entry);
    queryClient.setQueriesData<Cart>({ queryKey: [['buyer', 'cart', 'get']] }, (cart) => cart && withQuantity(cart, change));
  },
  refreshes: [['buyer', 'cart']],
};
