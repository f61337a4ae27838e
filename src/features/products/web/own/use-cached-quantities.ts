import { useCallback } from 'react';
import type { ProductStatus } from '#features/products/rules/product.ts';
import { trpc } from '#platform/web/client/trpc.ts';

/** Writes confirmed quantities into the cached list that all tabs share, without refetching it. */
export function useCachedQuantities(): (saved: ReadonlyMap<number, number>) => void {
  const { farmer } = trpc.useUtils();
  return useCallback(
    (saved) => {
      if (saved.size === 0) return;
      farmer.products.list.setInfiniteData({}, (list) => {
        if (!list) return list;
        const pages = list.pages.map((page) => ({
          ...page,
          products: page.products.map((product) =>
            withQuantity(product, saved.get(product.id) ?? product.quantity),
          ),
        }));
        return { ...list, pages };
      });
      void farmer.overview.invalidate();
    },
    [farmer],
  );
}

/** "Sold out" follows from the quantity; the other states do not. */
export const withQuantity = <Product extends { quantity: number; status: ProductStatus }>(
  product: Product,
  quantity: number,
): Product => ({
  ...product,
  quantity,
  status:
    product.status === 'expired' || product.status === 'hidden'
      ? product.status
      : quantity === 0
        ? 'sold_out'
        : 'available',
});

/** A product's quantity in the cached list; undefined if it is not in the list. */
export function useKnownQuantity(): (productId: number) => number | undefined {
  const { farmer } = trpc.useUtils();
  return (productId) => {
    const pages = farmer.products.list.getInfiniteData({})?.pages ?? [];
    return pages.flatMap(({ products }) => products).find(({ id }) => id === productId)?.quantity;
  };
}

/**
 * Refetches the list and returns the current quantity of a product; undefined if it is not in the
 * list.
 */
export function useFreshQuantity(): (productId: number) => Promise<number | undefined> {
  const { farmer } = trpc.useUtils();
  const findKnown = useKnownQuantity();
  return async (productId) => {
    await farmer.products.list.invalidate();
    return findKnown(productId);
  };
}
