import { stillThereNotice } from '#features/products/rules/notices.ts';
import type { Feature } from '#platform/server/feature.ts';
import { productApi } from './api/description.ts';
import { buyerProductPaths, cropPaths } from './api/market-rest.ts';
import { farmerProductPaths } from './api/rest.ts';
import { productData } from './personal-data.ts';
import { startFreshnessClock } from './run-freshness-clock.ts';

export const products: Feature<Parameters<typeof startFreshnessClock>[1]> = {
  paths: {
    '/api/buyer/products': buyerProductPaths,
    '/api/crops': cropPaths,
    '/api/farmer/products': farmerProductPaths,
  },
  notices: [stillThereNotice],
  api: productApi,
  personalData: productData,
  start: (db, services) => [startFreshnessClock(db, services)],
};
