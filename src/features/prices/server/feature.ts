import { priceNotice } from '#features/prices/rules/notices.ts';
import type { Feature } from '#platform/server/feature.ts';
import { priceApi } from './api/description.ts';
import { pricePaths, pricesFile } from './api/rest.ts';
import { priceData } from './personal-data.ts';
import { startPriceClock } from './start-price-clock.ts';

export const prices: Feature<Parameters<typeof startPriceClock>[1]> = {
  paths: {
    '/api/prices': pricePaths,
    '/api/prices.csv': pricesFile,
  },
  api: priceApi,
  notices: [priceNotice],
  personalData: priceData,
  start: (db, services) => [startPriceClock(db, services)],
};
