import { useMemo } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { readSession } from '#platform/web/session/session.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import type { CartProduct } from './cart.ts';
import { addToCart, readCartLines, setCartLine } from './cart-lines.ts';

type Held = { before: number; now: number };

/** Both functions change the buyer's cart or the visitor's, and report failures. */
export type CartActions = {
  /** 0 removes the product. */
  set: (product: CartProduct, quantity: number) => void;
  /** @returns the product's quantity in the cart before and after; null if it failed */
  add: (product: CartProduct, quantity: number) => Promise<Held | null>;
};

/** Returns the same object in every rendering. */
export function useCartActions(): CartActions {
  const cache = trpc.useUtils();
  return useMemo(() => {
    // Read at the time of the press: a server-rendered page treats everyone as a visitor until its
    // first rendering in the browser.
    const isBuyer = () => readSession('buyer') !== null;
    const sayOffline = () => showToast('error', m.cartChangeOffline());
    return {
      set(product, quantity) {
        const productId = product.id;
        if (!isBuyer()) return setCartLine({ productId, quantity });
        import('./change-cart.ts').then(
          ({ changeCart }) => changeCart(cache, { productId, quantity, product }),
          sayOffline,
        );
      },
      async add(product, quantity) {
        if (isBuyer()) {
          try {
            const { addToBuyerCart } = await import('./change-cart.ts');
            return await addToBuyerCart(cache, product, quantity);
          } catch {
            sayOffline();
            return null;
          }
        }
        const { id: productId, quantity: available } = product;
        const before = readCartLines().find((line) => line.productId === productId)?.quantity ?? 0;
        return { before, now: addToCart({ productId, quantity, available }) };
      },
    };
  }, [cache]);
}
