import { useCallback } from 'react';
import { trpc } from '#web/app/client/trpc.ts';

/** Puts quantities confirmed by the server into the list that all tabs share, without refetching it. */
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

/** Refetches the list and returns the current quantity of a product; undefined if it is not in the list. */
export function useFreshQuantity(): (productId: number) => Promise<number | undefined> {
  const { farmer } = trpc.useUtils();
  return async (productId) => {
    await farmer.products.list.invalidate();
    const pages = farmer.products.list.getInfiniteData({})?.pages ?? [];
    return pages.flatMap(({ products }) => products).find(({ id }) => id === productId)?.quantity;
  };
}
