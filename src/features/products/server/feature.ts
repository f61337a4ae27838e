import type { Feature } from '#platform/server/feature.ts';
import { startDecidingCrops } from './decide-crops.ts';

export const products: Feature<Parameters<typeof startDecidingCrops>[1]> = {
  start: (db, services) => [startDecidingCrops(db, services)],
};
