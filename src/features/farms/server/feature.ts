import type { Feature } from '#platform/server/feature.ts';
import { farmerPaths } from './api/rest.ts';
import { startFillingPinCounties } from './fill-pin-counties.ts';
import { farmData } from './personal-data.ts';

export const farms: Feature<Parameters<typeof startFillingPinCounties>[1]> = {
  paths: {
    '/api/farmer': farmerPaths,
  },
  personalData: farmData,
  start: (db, services) => [startFillingPinCounties(db, services)],
};
