import { useCallback } from 'react';
import { trpc } from '#web/app/client/trpc.ts';

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

/** Fetches the list anew, and says what it has of a product now; undefined where it has none. */
export function useFreshQuantity(): (productId: number) => Promise<number | undefined> {
  const { farmer } = trpc.useUtils();
  return async (productId) => {
    await farmer.products.list.invalidate();
    const pages = farmer.products.list.getInfiniteData({})?.pages ?? [];
    return pages.flatMap(({ products }) => products).find(({ id }) => id === productId)?.quantity;
  };
}
