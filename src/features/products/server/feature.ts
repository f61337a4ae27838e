import type { Feature } from '#platform/server/feature.ts';
import { startDecidingCrops } from './decide-crops.ts';
import { productData } from './personal-data.ts';

export const products: Feature<Parameters<typeof startDecidingCrops>[1]> = {
  personalData: productData,
  start: (db, services) => [startDecidingCrops(db, services)],
};
