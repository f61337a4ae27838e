import { MINUTE_SECONDS } from '#platform/rules/durations.ts';

/** Products read and written at a time. */
export const FEED_PAGE_SIZE = 500;
/** The age limit of the market's feed. Google and Meta fetch it once an hour at most. */
export const MARKET_FEED_SECONDS = 15 * MINUTE_SECONDS;
/** Google's limit. */
export const FEED_TITLE_MAX = 150;
/** Google's limit. */
export const FEED_BRAND_MAX = 70;
