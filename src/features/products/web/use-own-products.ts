import { useCallback, useEffect } from 'react';
import { trpc } from '#web/trpc.ts';
import type { ProductStatus } from '../rules/product.ts';

/** Changes made here update the cache at once, so once a minute is enough. */
const FRESH_MILLISECONDS = 60_000;

/**
 * Newest first, all at once, so that search, filter and counts need no further request. The server
 * returns a hundred at a time.
 */
export function useOwnProducts() {
  const query = trpc.farmer.products.list.useInfiniteQuery(
    {},
    {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: FRESH_MILLISECONDS,
    },
  );
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    data: query.data?.pages.flatMap(({ products }) => products),
    error: query.error,
    isError: query.isError,
    isFetching,
    refetch: query.refetch,
  };
}

export type OwnProduct = NonNullable<ReturnType<typeof useOwnProducts>['data']>[number];

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
