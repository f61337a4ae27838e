import type { Feature } from '#platform/server/feature.ts';
import { productApi } from './api/description.ts';
import { buyerProductPaths, cropPaths } from './api/market-rest.ts';
import { farmerProductPaths } from './api/rest.ts';
import { productData } from './personal-data.ts';

export const products: Feature<unknown> = {
  paths: {
    '/api/buyer/products': buyerProductPaths,
    '/api/crops': cropPaths,
    '/api/farmer/products': farmerProductPaths,
  },
  api: productApi,
  personalData: productData,
};
