import { useCallback } from 'react';
import { trpc } from '#web/trpc.ts';

/** Puts quantities that the server has confirmed into the list that all tabs show, without fetching it anew. */
export function useCachedQuantities(): (saved: ReadonlyMap<number, number>) => void {
  const { farmer } = trpc.useUtils();
  return useCallback(
    (saved) => {
      if (saved.size === 0) return;
      farmer.products.list.setInfiniteData({}, (list) => {
        if (!list) return list;
        const pages = list.pages.map((page) => ({
          ...page,
          products: page.products.map((product) => ({ ...product, quantity: saved.get(product.id) ?? product.quantity })),
        }));
        return { ...list, pages };
      });
      void farmer.overview.invalidate();
    },
    [farmer],
  );
}
