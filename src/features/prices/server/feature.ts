import type { Feature } from '#platform/server/feature.ts';
import { priceData } from './personal-data.ts';
import { startPriceClock } from './start-price-clock.ts';

export const prices: Feature<Parameters<typeof startPriceClock>[1]> = {
  personalData: priceData,
  start: (db, services) => [startPriceClock(db, services)],
};
