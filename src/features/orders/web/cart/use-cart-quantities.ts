import { useMemo } from 'react';
import { trpc } from '#platform/web/client/trpc.ts';
import { useCartLines } from './cart-lines.ts';
import { useIsBuyer } from './use-cart.ts';

/**
 * How much of each product is in the cart, the buyer's or the visitor's, by product. A list asks
 * once for all its cards: when each card asked for itself, that took more than a quarter of the
 * time of rendering them.
 */
export function useCartQuantities(): ReadonlyMap<number, number> {
  const isBuyer = useIsBuyer();
  const visitors = useCartLines();
  // The page's header fetches the cart; here it is only read.
  const buyers = trpc.buyer.cart.get.useQuery(undefined, { enabled: false }).data?.lines;
  // What was agreed on with a farmer stays as it is, whatever is put into the cart besides.
  const lines = isBuyer ? buyers?.filter(({ offerId }) => offerId === null) : visitors;
  return useMemo(
    () => new Map(lines?.map(({ productId, quantity }) => [productId, quantity])),
    [lines],
  );
}
