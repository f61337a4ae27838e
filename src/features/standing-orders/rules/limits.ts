/** Limits of standing orders, each with its unit. */

import { DAY_SECONDS } from '#platform/rules/durations.ts';

/** Standing orders of one buyer. */
export const STANDING_ORDERS_MAX = 10;
/** Lines of one standing order. */
export const STANDING_LINES_MAX = 30;
/** From this hour of the evening before, in Nairobi, the buyer sees what will be ordered. */
export const PROPOSED_FROM_HOUR = 18;
/** Until this hour of the day the buyer can change it. Then it is ordered. */
export const CHANGED_UNTIL_HOUR = 5;
/**
 * After this hour nothing is ordered for the day, such as when the server was off in the morning:
 * farms could no longer deliver in time.
 */
export const PLACED_UNTIL_HOUR = 12;
/** How long the result of a day is kept. */
export const STANDING_DAYS_KEPT_SECONDS = 90 * DAY_SECONDS;
/** How often the clock looks for standing orders that are due. */
export const STANDING_CLOCK_SECONDS = 30;
