import { useMemo } from 'react';
import { trpc } from '#platform/web/client/trpc.ts';
import { useCartLines } from './cart-lines.ts';
import { useIsBuyer } from './use-cart.ts';

/**
 * The quantity of each product in the buyer's or visitor's cart, by product. A list subscribes once
 * for all its cards; a subscription per card took more than a quarter of their rendering time.
 */
export function useCartQuantities(): ReadonlyMap<number, number> {
  const isBuyer = useIsBuyer();
  const visitors = useCartLines();
  // The page's header fetches the cart; this only reads it.
  const buyers = trpc.buyer.cart.get.useQuery(undefined, { enabled: false }).data?.lines;
  // Agreed offers are separate from regular quantities.
  const lines = isBuyer ? buyers?.filter(({ offerId }) => offerId === null) : visitors;
  return useMemo(
    () => new Map(lines?.map(({ productId, quantity }) => [productId, quantity])),
    [lines],
  );
}
