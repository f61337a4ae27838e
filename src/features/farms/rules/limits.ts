/** Limits of farms. Source: the product specification (§5, §9) unless a comment says otherwise. */

import { DAY_SECONDS, MINUTE_SECONDS } from '#rules/limits.ts';

export const COVERAGE_RADIUS_MIN_METRES = 200;
export const COVERAGE_RADIUS_MAX_METRES = 25_000;
export const COVERAGE_RADIUS_STEP_METRES = 100;
export const COVERAGE_RADIUS_DEFAULT_METRES = 500;
/** No phone measures better than this, so a smaller value is forged. */
export const PLAUSIBLE_ACCURACY_METRES = 0.5;
/** Farms with exactly the same fix. Two may be a coincidence; more were not measured. */
export const FARMS_OF_ONE_FIX_MAX = 2;
/** The speed of an airliner. */
export const PLAUSIBLE_SPEED_METRES_PER_SECOND = 250;
export const GPS_FIX_MAX_AGE_SECONDS = 30 * MINUTE_SECONDS;
export const FARM_NAME_MAX = 80;
export const FARM_ABOUT_MAX = 500;
/** More than a lorry costs within the largest radius. */
export const DELIVERY_FEE_MAX_KES = 10_000;

// Source: docs/trade.md.
/** One rating per buyer and farm counts within this time. */
export const COUNTED_REVIEW_SECONDS = 30 * DAY_SECONDS;

export const SIGNED_UP_SHOWN = 200;
export const AGENT_SIGNUPS_PER_DAY = 30;

/** Cash orders that count as sales and ratings (docs/trade.md). */
export const CASH_SALES_OF_BUYER_PER_MONTH = 4;
export const CASH_SALES_OF_FARM_PER_MONTH = 30;
/** From buyers without any proof of identity, ever. An account costs only a mailbox. */
export const UNPROVEN_CASH_SALES_OF_FARM = 3;
