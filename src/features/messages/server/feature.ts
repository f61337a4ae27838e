import type { Clock } from '#platform/server/clock.ts';
import type { Feature } from '#platform/server/feature.ts';
import { messageData } from './personal-data.ts';
import { startOfferClock } from './run-offer-clock.ts';

export const messages: Feature<Parameters<typeof startOfferClock>[1], { clock: Clock }> = {
  personalData: messageData,
  start: (db, services) => [startOfferClock(db, services)],
};
