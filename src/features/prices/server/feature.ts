import type { Feature } from '#platform/server/feature.ts';
import { startPriceClock } from './start-price-clock.ts';

export const prices: Feature<Parameters<typeof startPriceClock>[1]> = {
  start: (db, services) => [startPriceClock(db, services)],
};
