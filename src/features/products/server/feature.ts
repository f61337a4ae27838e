import type { Feature } from '#platform/server/feature.ts';
import { buyerProductPaths, cropPaths } from './api/market-rest.ts';
import { farmerProductPaths } from './api/rest.ts';
import { startDecidingCrops } from './decide-crops.ts';
import { productData } from './personal-data.ts';

export const products: Feature<Parameters<typeof startDecidingCrops>[1]> = {
  paths: {
    '/api/buyer/products': buyerProductPaths,
    '/api/crops': cropPaths,
    '/api/farmer/products': farmerProductPaths,
  },
  personalData: productData,
  start: (db, services) => [startDecidingCrops(db, services)],
};
