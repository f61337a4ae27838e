import { useEffect, useMemo } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { readCartLines, useCartLines } from './cart-lines.ts';

const FRESH_MILLISECONDS = 30_000;

/** A buyer's cart is on the server, the same on every device; a visitor's is on this device. */
export const useIsBuyer = () => useSessionRole() === 'buyer';

/**
 * The number of products in the cart. It also merges a visitor's cart into the buyer's after the
 * login.
 */
export function useCartCount(): number {
  const isBuyer = useIsBuyer();
  const visitorCount = useCartLines().length;
  const cart = trpc.buyer.cart.get.useQuery(undefined, {
    enabled: isBuyer,
    staleTime: FRESH_MILLISECONDS,
    retry: retryUnlessRefused,
  });
  useMerging(isBuyer);
  return isBuyer ? (cart.data?.lineCount ?? 0) : visitorCount;
}

function useMerging(isBuyer: boolean) {
  const cache = trpc.useUtils();
  useEffect(() => {
    if (!isBuyer) return;
    const merge = async () => {
      if (readCartLines().length === 0) return;
      const { mergeVisitorCart } = await import('./merge-visitor-cart.ts');
      await mergeVisitorCart(cache);
    };
    // Tries again when the connection is back.
    const tryMerging = () => void merge().catch(() => {});
    tryMerging();
    addEventListener('online', tryMerging);
    return () => removeEventListener('online', tryMerging);
  }, [isBuyer, cache]);
}

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
