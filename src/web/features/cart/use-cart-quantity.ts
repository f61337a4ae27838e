import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import type { Offer } from '#web/features/catalogue/offer.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { setCartLine, useCartLines } from './cart-lines.ts';
import { useIsBuyer } from './use-cart.ts';

/** How much of a product is in the cart, the buyer's or the visitor's, and how to change it; 0 takes it out. */
export function useCartQuantity(product: Offer): [quantity: number, set: (quantity: number) => void] {
  const { id: productId } = product;
  const isBuyer = useIsBuyer();
  const cache = trpc.useUtils();
  const visitors = useCartLines().find((line) => line.productId === productId)?.quantity ?? 0;
  const held = trpc.buyer.cart.get.useQuery(undefined, {
    // The page's header fetches the cart; here it is only read.
    enabled: false,
    select: ({ lines }) => lines.find((line) => line.productId === productId)?.quantity ?? 0,
  });

  const set = (quantity: number) => {
    if (!isBuyer) return setCartLine({ productId, quantity });
    import('./change-cart.ts').then(
      ({ changeCart }) => changeCart(cache, { productId, quantity, product }),
      () => showToast('error', m.cartChangeOffline()),
    );
  };
  return [isBuyer ? (held.data ?? 0) : visitors, set];
}
