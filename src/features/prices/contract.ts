import { operation } from '#platform/contract/operation.ts';
import {
  countyPricesInput,
  cropPageInput,
  cropPricesInput,
  moversInput,
  priceHintInput,
  priceOverviewInput,
  removePriceAlertInput,
  setPriceAlertInput,
} from './rules/price-input.ts';

const shown = { by: 'anyone', shows: 'prices' } as const;

export const browsePrices = operation({ ...shown, input: cropPricesInput });
export const browseMovers = operation({ ...shown, input: moversInput });
export const browseCountyPrices = operation({ ...shown, input: countyPricesInput });
export const browsePriceHint = operation({ ...shown, input: priceHintInput });
export const browsePriceOverview = operation({ ...shown, input: priceOverviewInput });
export const browseCropPage = operation({ ...shown, input: cropPageInput });

export const listPricesOfFarmer = operation({ by: 'farmer' });

/* All operations except `opened` answer all of the user's alerts. */
export const listPriceAlerts = operation({ by: 'user' });
export const setPriceAlert = operation({ by: 'user', input: setPriceAlertInput });
export const removePriceAlert = operation({
  by: 'user',
  own: 'price alert',
  input: removePriceAlertInput,
});
export const markPricesOpened = operation({ by: 'user', input: countyPricesInput });
