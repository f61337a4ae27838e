import { useMemo } from 'react';
import { trpc } from '#platform/web/client/trpc.ts';
import { readSession } from '#platform/web/session/session.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { m } from '#text';
import type { CartProduct } from './cart.ts';
import { addToCart, setCartLine } from './cart-lines.ts';

const load = () => import('./change-cart.ts');

type Held = { before: number; now: number };

export type CartActions = {
  /** 0 removes the product. */
  set: (product: CartProduct, quantity: number) => void;
  /** Returns the quantities before and after, null after a failure. */
  add: (product: CartProduct, quantity: number) => Promise<Held | null>;
};

/** Returns the same object in every rendering. */
export function useCartActions(): CartActions {
  const cache = trpc.useUtils();
  return useMemo(() => {
    // Read at the press: the first rendering of a server-rendered page treats everyone as a
    // visitor.
    const isBuyer = () => readSession('buyer') !== null;
    const sayOffline = () => showToast('error', m.cartChangeOffline());
    return {
      set(product, quantity) {
        const change = { productId: product.id, quantity, product };
        if (!isBuyer()) return setCartLine(change);
        load().then(({ changeCart }) => changeCart(cache, change), sayOffline);
      },
      async add(product, quantity) {
        if (!isBuyer()) return addToCart(product, quantity);
        const loaded = await load().catch(sayOffline);
        return loaded ? loaded.addToBuyerCart(cache, product, quantity) : null;
      },
    };
  }, [cache]);
}
