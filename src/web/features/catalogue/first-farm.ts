import { retryUnlessRefused } from '#web/app/client/failure.ts';
import type { BuyerPlace } from './buyer-place.ts';
import { PAGE_DATA_AT, readFarmData } from './offer.ts';

const FRESH_MILLISECONDS = 60_000;
const kept = { staleTime: FRESH_MILLISECONDS, retry: retryUnlessRefused };

/** Query options for a farm, whose data the server writes into its page. */
export const farmOptions = (farmId: number) => ({
  ...kept,
  initialData: () => readFarmData(farmId),
  initialDataUpdatedAt: PAGE_DATA_AT,
});

/** The query for what a farm sells; distances are from the buyer's place, if it is known. */
export const farmOffersInput = (farmId: number, place: BuyerPlace | null) => ({
  farmId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});
export const farmOffersOptions = kept;
