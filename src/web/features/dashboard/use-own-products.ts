import { useEffect } from 'react';
import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';

/** A farmer looks at the same list again and again; changes made here are put into it at once. */
const FRESH_MILLISECONDS = 60_000;

/**
 * All of the farmer's products, newest first: search, filter and counts then need no further trip over a slow line. The server
 * answers a hundred at a time; most farmers have fewer.
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
