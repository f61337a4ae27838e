import { PAGE_SIZE } from '#products/rules/product-facts.ts';
import { PAGE_DATA_AT, readFarmData, readProductData } from './page-data.ts';
import type { BuyerPlace } from './visitor-choices.ts';

const FRESH_MILLISECONDS = 60_000;

export const farmOptions = (farmId: number) => ({
  staleTime: FRESH_MILLISECONDS,
  initialData: () => readFarmData(farmId)?.farm ?? undefined,
  initialDataUpdatedAt: PAGE_DATA_AT,
});

export type FarmList = {
  farmId: number;
  after: string | undefined;
  place: BuyerPlace | null;
};

/**
 * Distances are measured from the buyer's place. A list that starts further on is cached
 * separately, because it sets the usual limit explicitly.
 */
export const farmOffersInput = ({ farmId, after, place }: FarmList) => ({
  farmId,
  ...(after && { limit: PAGE_SIZE }),
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded products have no distances, so they are not used if the buyer's place is known. */
export const farmOffersOptions = ({ farmId, after, place }: FarmList) => ({
  staleTime: FRESH_MILLISECONDS,
  ...(!place && {
    initialData: () => {
      const products = readFarmProducts(farmId, after);
      return products && { pages: [products], pageParams: [after] };
    },
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});

export function readFarmProducts(farmId: number, after: string | undefined) {
  const data = readFarmData(farmId);
  return data?.after === after ? data?.products : undefined;
}

export const productInput = (productId: number, place: BuyerPlace | null) => ({
  productId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded data has no distances, so it is not used if the buyer's place is known. */
export const productOptions = (productId: number, place: BuyerPlace | null) => ({
  staleTime: FRESH_MILLISECONDS,
  ...(!place && {
    initialData: () => readProductData(productId) ?? undefined,
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});
