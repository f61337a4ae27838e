import type { Feature } from '#platform/server/feature.ts';
import { startFillingPinCounties } from './fill-pin-counties.ts';
import { farmData } from './personal-data.ts';

export const farms: Feature<Parameters<typeof startFillingPinCounties>[1]> = {
  personalData: farmData,
  start: (db, services) => [startFillingPinCounties(db, services)],
};
