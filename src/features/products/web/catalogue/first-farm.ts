import { PAGE_SIZE } from '#features/products/rules/limits.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import type { BuyerPlace } from './buyer-place.ts';
import { PAGE_DATA_AT, readFarmData } from './page-data.ts';

const FRESH_MILLISECONDS = 60_000;
const kept = { staleTime: FRESH_MILLISECONDS, retry: retryUnlessRefused };

/** Query options for a farm, whose data the server writes into its page. */
export const farmOptions = (farmId: number) => ({
  ...kept,
  initialData: () => readFarmData(farmId)?.farm ?? undefined,
  initialDataUpdatedAt: PAGE_DATA_AT,
});

export type FarmList = {
  farmId: number;
  /** Where the list begins, if not with the newest product. */
  after: string | undefined;
  place: BuyerPlace | null;
};

/**
 * The query for what a farm sells; distances are from the buyer's place, if it is known. A list
 * that begins further on is kept apart from the whole one by a limit, which is the usual one.
 */
export const farmOffersInput = ({ farmId, after, place }: FarmList) => ({
  farmId,
  ...(after && { limit: PAGE_SIZE }),
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/**
 * How they are kept. The page's own have no distances, so they are left out if a place is known.
 */
export const farmOffersOptions = ({ farmId, after, place }: FarmList) => ({
  ...kept,
  ...(!place && {
    initialData: () => {
      const products = readFarmProducts(farmId, after);
      return products && { pages: [products], pageParams: [after] };
    },
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});

/** The products in this page, if it begins there. */
export function readFarmProducts(farmId: number, after: string | undefined) {
  const data = readFarmData(farmId);
  return data?.after === after ? data?.products : undefined;
}
