import { useEffect } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

/**
 * The list is opened often. Changes made here are written into the cache at once, so refetching
 * once a minute is enough.
 */
const FRESH_MILLISECONDS = 60_000;

/**
 * All of the farmer's products, newest first, so that search, filter and counts need no further
 * request on a slow connection. The server returns a hundred at a time; most farmers have fewer.
 */
export function useOwnProducts() {
  const query = trpc.farmer.products.list.useInfiniteQuery(
    {},
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      initialCursor: undefined,
      retry: retryUnlessRefused,
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
