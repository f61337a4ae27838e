/**
 * Limits of prices, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#platform/rules/durations.ts';

// Prices
/** A county's price is shown from so many farms on; what was paid, also from so many buyers on. */
export const FARMS_SHOWN_MIN = 5;
/** Prices of a kilogram are shown in these steps, each from so many shillings on. */
export const PRICE_STEPS_KES = [
  { from: 0, step: 1 },
  { from: 20, step: 5 },
  { from: 200, step: 10 },
  { from: 1000, step: 50 },
] as const;
/**
 * An outlier is farther than this many median deviations from the median of so many days, once
 * there are enough observations.
 */
export const OUTLIER_DEVIATIONS = 4;
export const OUTLIER_DAYS = 60;
export const OUTLIER_OBSERVATIONS_MIN = 20;
/**
 * What counts as the deviation where more than half of the prices are the same: this share of their
 * median.
 */
export const OUTLIER_LEAST_DEVIATION = 0.1;
/** Letters of a crop's id, with room for longer ones. */
export const CROP_ID_MAX = 40;
export const PRICE_WEEKS_MAX = 104;
export const PRICE_WEEKS_DEFAULT = 26;
/** A crop's page shows a year, and the week of a year ago beside the present one. */
export const PRICE_PAGE_WEEKS = 53;
export const MOVERS_DAYS_MIN = 7;
export const MOVERS_DAYS_MAX = 365;
export const MOVERS_DAYS_DEFAULT = 30;
/** How many crops one answer about movers names. */
export const MOVERS_MAX = 50;
/** When the night's roll-up begins, after midnight in Nairobi. */
export const ROLL_UP_AFTER_MIDNIGHT_SECONDS = 30 * MINUTE_SECONDS;
/** What began longer before the last roll-up than this was in it. */
export const ROLL_UP_OVERLAP_SECONDS = HOUR_SECONDS;
/** A process that rolls up and reports nothing for this long has died. */
export const ROLL_UP_LEASE_SECONDS = 15 * MINUTE_SECONDS;
export const PRICE_ALERTS_MAX = 20;
/** Of what others publish: no crop costs more a kilogram, and no market has a longer name. */
export const REFERENCE_PRICE_MAX_KES = 100_000;
export const REFERENCE_TEXT_MAX = 120;
/** A farmer is told how fast what was listed since then sold out. */
export const SOLD_OUT_WITHIN_SECONDS = 90 * DAY_SECONDS;
