import { retryUnlessRefused } from '#web/app/client/failure.ts';
import type { BuyerPlace } from './buyer-place.ts';
import { PAGE_DATA_AT, readFarmData } from './offer.ts';

const FRESH_MILLISECONDS = 60_000;
const kept = { staleTime: FRESH_MILLISECONDS, retry: retryUnlessRefused };

/** How a farm's page keeps the farm, which comes with the page. */
export const farmOptions = (farmId: number) => ({
  ...kept,
  initialData: () => readFarmData(farmId),
  initialDataUpdatedAt: PAGE_DATA_AT,
});

/** All that a farm sells is asked for with the buyer's place if it is known, from which distances are counted. */
export const farmOffersInput = (farmId: number, place: BuyerPlace | null) => ({
  farmId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});
export const farmOffersOptions = kept;
