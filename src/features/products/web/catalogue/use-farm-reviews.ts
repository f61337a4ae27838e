import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { PAGE_DATA_AT, readReviewsData } from './page-data.ts';

const FRESH_MILLISECONDS = 60_000;

/** The server embeds the first page in the pages of the farm and its products. */
export const useFarmReviews = (farmId: number) =>
  trpc.market.farmReviews.useInfiniteQuery(
    { farmId },
    {
      initialData: () => {
        const reviews = readReviewsData(farmId);
        return reviews && { pages: [reviews], pageParams: [undefined] };
      },
      initialDataUpdatedAt: PAGE_DATA_AT,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      initialCursor: undefined,
      retry: retryUnlessRefused,
      staleTime: FRESH_MILLISECONDS,
    },
  );
