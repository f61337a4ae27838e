import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import type { BuyerPlace } from './buyer-place.ts';
import { PAGE_DATA_AT, readProductData } from './page-data.ts';

const FRESH_MILLISECONDS = 60_000;

export const productInput = (productId: number, place: BuyerPlace | null) => ({
  productId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded data has no distances, so it is not used if the buyer's place is known. */
export const productOptions = (productId: number, place: BuyerPlace | null) => ({
  staleTime: FRESH_MILLISECONDS,
  retry: retryUnlessRefused,
  ...(!place && {
    initialData: () => readProductData(productId) ?? undefined,
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});
