import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '#platform/web/client/trpc.ts';
import { FARM_RATINGS_MAX } from '#products/rules/limits.ts';
import type { Offer } from './offer.ts';

const FRESH_MILLISECONDS = 5 * 60 * 1000;

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
      staleTime: FRESH_MILLISECONDS,
      retry: false,
    },
  );
  return new Map(ratings.data?.map(({ farmId, rating }) => [farmId, rating]));
}
