import { useCallback } from 'react';
import { trpc } from '#platform/web/client/trpc.ts';
import type { ProductStatus } from '#products/rules/product.ts';

/** All tabs share the cached list. */
export function useCachedQuantities(): (saved: ReadonlyMap<number, number>) => void {
  const { farmer } = trpc.useUtils();
  return useCallback(
    (saved) => {
      farmer.products.list.setInfiniteData({}, (list) => {
        if (!list) return list;
        const pages = list.pages.map((page) => ({
          ...page,
          products: page.products.map((product) => {
            const quantity = saved.get(product.id);
            return quantity === undefined ? product : withQuantity(product, quantity);
          }),
        }));
        return { ...list, pages };
      });
    },
    [farmer],
  );
}

type Counted = { quantity: number; status: ProductStatus; isAsked: boolean };

/**
 * "Sold out" follows from the quantity, and a count answers whether the product is still there.
 * Other reasons to hide it stay.
 */
export const withQuantity = <Product extends Counted>(
  product: Product,
  quantity: number,
): Product => {
  const { status, isAsked } = product;
  const isElsewise = status === 'hidden' || (status === 'expired' && !isAsked);
  return {
    ...product,
    quantity,
    status: isElsewise ? status : quantity === 0 ? 'sold_out' : 'available',
    isAsked: false,
  };
};

export function useKnownQuantity(): (productId: number) => number | undefined {
  const { farmer } = trpc.useUtils();
  return (productId) => {
    const pages = farmer.products.list.getInfiniteData({})?.pages ?? [];
    return pages.flatMap(({ products }) => products).find(({ id }) => id === productId)?.quantity;
  };
}

export function useFreshQuantities(): (ids: readonly number[]) => Promise<Map<number, number>> {
  const { farmer } = trpc.useUtils();
  const findKnown = useKnownQuantity();
  return async (ids) => {
    await farmer.products.list.invalidate();
    return new Map(
      ids.flatMap((id) => {
        const quantity = findKnown(id);
        return quantity === undefined ? [] : [[id, quantity] as const];
      }),
    );
  };
}

export function useFreshQuantity(): (productId: number) => Promise<number | undefined> {
  const findQuantities = useFreshQuantities();
  return async (productId) => (await findQuantities([productId])).get(productId);
}
