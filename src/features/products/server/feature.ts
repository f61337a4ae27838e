import { stillThereNotice } from '#features/products/rules/notices.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature } from '#platform/server/feature.ts';
import { productApi } from './api/description.ts';
import { farmerProductPaths } from './api/rest.ts';
import { productSource } from './list-own-products.ts';
import { productData } from './personal-data.ts';
import { startFreshnessClock } from './run-freshness-clock.ts';

export const products = {
  paths: {
    '/api/farmer/products': farmerProductPaths,
  },
  notices: [stillThereNotice],
  api: productApi,
  personalData: productData,
  webhookSources: [productSource],
  start: (db: Database, services: Parameters<typeof startFreshnessClock>[1]) => [
    startFreshnessClock(db, services),
  ],
} satisfies Feature<never, never>;
