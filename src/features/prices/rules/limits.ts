/** Source: the product specification (§5, §9) unless said otherwise. */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/limits.ts';

/** For a county's price. A paid price also needs this many buyers. */
export const FARMS_SHOWN_MIN = 5;
/** Shown prices per kg are rounded to `step` shillings, from `from` shillings on. */
export const PRICE_STEPS_KES = [
  { from: 0, step: 1 },
  { from: 20, step: 5 },
  { from: 200, step: 10 },
  { from: 1000, step: 50 },
] as const;
/** In median deviations from the median of the last OUTLIER_DAYS. */
export const OUTLIER_DEVIATIONS = 4;
export const OUTLIER_DAYS = 60;
export const OUTLIER_OBSERVATIONS_MIN = 20;
/** As a share of the median, if more than half of the prices are equal. */
export const OUTLIER_LEAST_DEVIATION = 0.1;
export const PRICE_WEEKS_MAX = 104;
export const PRICE_WEEKS_DEFAULT = 26;
/** A year and the same week of the previous year. */
export const PRICE_PAGE_WEEKS = 53;
export const MOVERS_DAYS_MIN = 7;
export const MOVERS_DAYS_MAX = 365;
export const MOVERS_DAYS_DEFAULT = 30;
export const MOVERS_MAX = 50;
/** In Nairobi. */
export const ROLL_UP_AFTER_MIDNIGHT_SECONDS = 30 * MINUTE_SECONDS;
/** The roll-up includes every transaction that began longer than this before the last one. */
export const ROLL_UP_OVERLAP_SECONDS = HOUR_SECONDS;
/** A process that holds the roll-up silently for this long counts as dead. */
export const ROLL_UP_LEASE_SECONDS = 15 * MINUTE_SECONDS;
export const PRICE_ALERTS_MAX = 20;
/** Per kg, and for the name of a market. */
export const REFERENCE_PRICE_MAX_KES = 100_000;
export const REFERENCE_TEXT_MAX = 120;
/** Only products listed this recently count for the time until sold out. */
export const SOLD_OUT_WITHIN_SECONDS = 90 * DAY_SECONDS;
