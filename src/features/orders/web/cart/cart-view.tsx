import { useEffect } from 'react';
import { useBuyerPlace } from '#features/products/web/catalogue/buyer-place.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { CartParts } from './cart-parts.tsx';
import { changeCart, show } from './change-cart.ts';

/** A buyer's cart, which the server stores. */
export function CartView({ onContinue }: { onContinue: () => void }) {
  const cache = trpc.useUtils();
  // Prices and stock are fetched each time the cart is opened.
  const cart = trpc.buyer.cart.get.useQuery(undefined, {
    refetchOnMount: 'always',
    retry: retryUnlessRefused,
  });
  const hasAgreed = cart.data?.lines.some(({ offerId }) => offerId !== null) ?? false;
  useEffect(() => {
    // Marks accepted offers as seen, which starts the usual time to order them.
    if (hasAgreed)
      cache.client.buyer.cart.see.mutate().then(
        (seen) => show(cache, seen),
        () => {},
      );
  }, [hasAgreed, cache]);
  const place = useBuyerPlace();
  const quote = trpc.buyer.orders.quote.useQuery(
    { latitude: place?.latitude, longitude: place?.longitude },
    { enabled: place !== null, retry: retryUnlessRefused },
  );
  return (
    <CartParts
      query={cart}
      reaches={quote.data?.farms}
      onSet={(productId, quantity) => changeCart(cache, { productId, quantity })}
      onContinue={onContinue}
    />
  );
}
