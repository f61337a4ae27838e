import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import type { BuyerPlace } from './buyer-place.ts';
import { PAGE_DATA_AT, readProductData } from './page-data.ts';

const FRESH_MILLISECONDS = 60_000;

/**
 * A product is asked for with the buyer's place if it is known, from which distances are counted.
 */
export const productInput = (productId: number, place: BuyerPlace | null) => ({
  productId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/**
 * How a product's page keeps its product. The data in the page has no distances, so it is left out
 * if a place is known.
 */
export const productOptions = (productId: number, place: BuyerPlace | null) => ({
  staleTime: FRESH_MILLISECONDS,
  retry: retryUnlessRefused,
  ...(!place && {
    initialData: () => readProductData(productId) ?? undefined,
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});
