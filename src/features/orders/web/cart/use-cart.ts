import { useEffect, useMemo } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { readCartLines, useCartLines } from './cart-lines.ts';

const FRESH_MILLISECONDS = 30_000;

export const useIsBuyer = () => useSessionRole() === 'buyer';

/** Also merges a visitor's cart into the buyer's after the login. */
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
    const tryMerging = () => void merge().catch(() => {});
    tryMerging();
    addEventListener('online', tryMerging);
    return () => removeEventListener('online', tryMerging);
  }, [isBuyer, cache]);
}

/**
 * By product id. A list subscribes once for all its cards, because a subscription per card took
 * over a quarter of their rendering time.
 */
export function useCartQuantities(): ReadonlyMap<number, number> {
  const isBuyer = useIsBuyer();
  const visitors = useCartLines();
  // The page's header fetches it.
  const buyers = trpc.buyer.cart.get.useQuery(undefined, { enabled: false }).data?.lines;
  const lines = isBuyer ? buyers?.filter(({ offerId }) => offerId === null) : visitors;
  return useMemo(
    () => new Map(lines?.map(({ productId, quantity }) => [productId, quantity])),
    [lines],
  );
}
