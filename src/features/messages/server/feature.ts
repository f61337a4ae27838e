import { messageNotice, offerNotice } from '#features/messages/rules/notices.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Feature } from '#platform/server/feature.ts';
import { messageApi } from './api/description.ts';
import { messageMediaPaths } from './api/media-rest.ts';
import { conversationPaths, offerPaths } from './api/rest.ts';
import { messageData } from './personal-data.ts';
import { startOfferClock } from './run-offer-clock.ts';

export const messages: Feature<Parameters<typeof startOfferClock>[1], { clock: Clock }> = {
  paths: {
    '/api/conversations': conversationPaths.route('/', messageMediaPaths),
    '/api/offers': offerPaths,
  },
  api: messageApi,
  notices: [messageNotice, offerNotice],
  personalData: messageData,
  start: (db, services) => [startOfferClock(db, services)],
};
