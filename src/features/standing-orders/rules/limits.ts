import { DAY_SECONDS } from '#platform/rules/durations.ts';

export const STANDING_ORDERS_MAX = 10;
export const STANDING_LINES_MAX = 30;
/** In Nairobi, of the evening before: the buyer then sees what will be ordered. */
export const PROPOSED_FROM_HOUR = 18;
/** Until this hour of the day the buyer can change it. Then it is ordered. */
export const CHANGED_UNTIL_HOUR = 5;
/** Nothing is ordered later, because farms could no longer deliver in time. */
export const PLACED_UNTIL_HOUR = 12;
export const STANDING_DAYS_KEPT_SECONDS = 90 * DAY_SECONDS;
export const STANDING_CLOCK_SECONDS = 30;
