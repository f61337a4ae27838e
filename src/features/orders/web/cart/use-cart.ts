import { useEffect, useMemo } from 'react';
import { m } from '#text';
import { showToast } from '#ui/show-toast.ts';
import { readSession, useSessionRole } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import {
  addToCart,
  type CartProduct,
  readCartLines,
  setCartLine,
  useCartLines,
} from './visitor-cart.tsx';

const FRESH_MILLISECONDS = 30_000;

export const useIsBuyer = () => useSessionRole() === 'buyer';

/** Also merges a visitor's cart into the buyer's after the login. */
export function useCartCount(): number {
  const isBuyer = useIsBuyer();
  const visitorCount = useCartLines().length;
  const cart = trpc.buyer.cart.get.useQuery(undefined, {
    enabled: isBuyer,
    staleTime: FRESH_MILLISECONDS,
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
      const { mergeVisitorCart } = await import('./change-cart.ts');
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
    const sayOffline = () => showToast('error', m.offlineUnchanged());
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
