import type { Feature } from '#platform/server/feature.ts';
import { farmerPaths } from './api/rest.ts';
import { farmData } from './personal-data.ts';

export const farms: Feature<unknown> = {
  paths: { '/api/farmer': farmerPaths },
  personalData: farmData,
};
