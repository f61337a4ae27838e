import type { Feature } from '#platform/server/feature.ts';
import { startOfferClock } from './run-offer-clock.ts';

export const messages: Feature<Parameters<typeof startOfferClock>[1]> = {
  start: (db, services) => [startOfferClock(db, services)],
};
