import { trpc } from '#web/app/client/trpc.ts';
import type { BuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import { farmOffersInput, farmOffersOptions } from '#web/features/catalogue/first-farm.ts';

/** All that a farm sells now, a page at a time; distances are counted from the buyer's place if it is known. */
export const useFarmOffers = (farmId: number, place: BuyerPlace | null) =>
  trpc.market.products.useInfiniteQuery(farmOffersInput(farmId, place), {
    ...farmOffersOptions,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
