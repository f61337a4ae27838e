import { dayInNairobi } from '#rules/day.ts';
import { secondsAfter } from '#server/clock.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import * as operations from '../contract.ts';
import { STANDING_DAYS_KEPT_SECONDS } from '../rules.ts';
import { noticesOfStandingOrders } from './notices.ts';
import { startStandingClock } from './place-days.ts';
import { deleteDaysBefore } from './queries.ts';
import { standingData } from './tables.ts';

export const standingOrders: Feature = {
  api: describeOperations('Standing orders', operations),
  notices: noticesOfStandingOrders,
  personalData: standingData,
  prune: (db, now) =>
    deleteDaysBefore(db, dayInNairobi(secondsAfter(now, -STANDING_DAYS_KEPT_SECONDS))),
  start: (db, services) => [startStandingClock(db, services)],
};
