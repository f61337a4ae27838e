import { STANDING_DAYS_KEPT_SECONDS } from '#features/standing-orders/rules/limits.ts';
import { noticesOfStandingOrders } from '#features/standing-orders/rules/notices.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Feature } from '#platform/server/feature.ts';
import { standingOrderApi } from './api/description.ts';
import { standingOrderPaths } from './api/rest.ts';
import { standingData } from './personal-data.ts';
import { deleteDaysBefore } from './queries.ts';
import { startStandingClock } from './run-standing-clock.ts';

export const standingOrders: Feature<Parameters<typeof startStandingClock>[1]> = {
  paths: { '/api/buyer/standing-orders': standingOrderPaths },
  api: standingOrderApi,
  notices: noticesOfStandingOrders,
  personalData: standingData,
  prune: (db, now) =>
    deleteDaysBefore(db, dayInNairobi(secondsAfter(now, -STANDING_DAYS_KEPT_SECONDS))),
  start: (db, services) => [startStandingClock(db, services)],
};
