import { useEffect } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';

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
