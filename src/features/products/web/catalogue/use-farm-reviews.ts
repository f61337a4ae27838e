import { keepPreviousData } from '@tanstack/react-query';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FARM_RATINGS_MAX } from '#products/rules/limits.ts';
import type { Offer } from './offer.ts';
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

const RATINGS_FRESH_MILLISECONDS = 5 * 60 * 1000;

/** By farm. Requested after the list, because ratings are computed from all of a farm's sales. */
export function useFarmRatings(
  products: readonly Pick<Offer, 'farmId'>[],
): ReadonlyMap<number, number> {
  const farmIds = [...new Set(products.map(({ farmId }) => farmId))]
    .sort((a, b) => a - b)
    .slice(0, FARM_RATINGS_MAX);
  const ratings = trpc.market.farmRatings.useQuery(
    { farmIds },
    {
      enabled: farmIds.length > 0,
      placeholderData: keepPreviousData,
      staleTime: RATINGS_FRESH_MILLISECONDS,
      retry: false,
    },
  );
  return new Map(ratings.data?.map(({ farmId, rating }) => [farmId, rating]));
}
