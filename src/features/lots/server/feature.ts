import * as operations from '#lots/contract.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Feature } from '#platform/server/feature.ts';
import { describeOperations } from '#platform/server/openapi/api-description.ts';
import { LOTS_KEPT_SECONDS } from '../rules/lot.ts';
import { lotNotices } from '../rules/notices.ts';
import { lotData } from './personal-data.ts';
import { deleteLotsBefore } from './queries.ts';
import { lotSource } from './read-lots.ts';
import { startLotClock } from './run-lot-clock.ts';

export const lots: Feature = {
  api: describeOperations('Lots', operations),
  notices: lotNotices,
  webhookSources: [lotSource],
  personalData: lotData,
  prune: (db, now) => deleteLotsBefore(db, secondsAfter(now, -LOTS_KEPT_SECONDS)),
  start: (db, services) => [startLotClock(db, services)],
};
