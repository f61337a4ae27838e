import { useEffect } from 'react';
import { useBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { type Entry, findKind } from '#web/offline/entry.ts';
import { useEntries } from '#web/offline/mirror.ts';
import { trpc } from '#web/trpc.ts';
import { CartParts } from './cart-parts.tsx';
import { changeCart, show } from './change-cart.ts';
import type { Cart } from './visitor-cart.tsx';
import { EMPTY_CART } from './with-quantity.ts';

export function CartView({ onContinue }: { onContinue: () => void }) {
  const cache = trpc.useUtils();
  const cart = trpc.buyer.cart.get.useQuery(undefined, {
    refetchOnMount: 'always',
  });
  const pending = pendingCart(useEntries());
  const hasAgreed = cart.data?.lines.some(({ offerId }) => offerId !== null) ?? false;
  useEffect(() => {
    // Starts the usual time to order accepted offers.
    if (hasAgreed)
      cache.client.buyer.cart.see.mutate().then(
        (seen) => show(cache, seen),
        () => {},
      );
  }, [hasAgreed, cache]);
  const place = useBuyerPlace();
  const quote = trpc.buyer.orders.quote.useQuery(
    { latitude: place?.latitude, longitude: place?.longitude },
    { enabled: place !== null },
  );
  return (
    <CartParts
      query={{ ...cart, data: cart.data ?? pending }}
      reaches={quote.data?.farms}
      onSet={(productId, quantity) => changeCart(cache, { productId, quantity })}
      onContinue={onContinue}
    />
  );
}

function pendingCart(entries: readonly Entry[]): Cart | undefined {
  const added = entries.filter(({ subject, refusal }) => subject.startsWith('cart:') && !refusal);
  if (added.length === 0) return undefined;
  const withEntry = (cart: Cart, { kind, input }: Entry) =>
    (findKind(kind)?.shows?.change(cart, input) ?? cart) as Cart;
  return added.reduce(withEntry, EMPTY_CART);
}
