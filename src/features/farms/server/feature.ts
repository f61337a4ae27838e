import type { Feature } from '#platform/server/feature.ts';
import { startFillingPinCounties } from './fill-pin-counties.ts';

export const farms: Feature<Parameters<typeof startFillingPinCounties>[1]> = {
  start: (db, services) => [startFillingPinCounties(db, services)],
};
