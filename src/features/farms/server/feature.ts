import { sharedFixNotice } from '#features/farms/rules/notices.ts';
import type { Feature } from '#platform/server/feature.ts';
import { farmApi } from './api/description.ts';
import { farmerPaths } from './api/rest.ts';
import { farmData } from './personal-data.ts';

export const farms: Feature<unknown> = {
  paths: { '/api/farmer': farmerPaths },
  api: farmApi,
  notices: [sharedFixNotice],
  personalData: farmData,
};
