import { MINUTE_SECONDS } from '#platform/rules/durations.ts';

export const FEED_PAGE_SIZE = 500;
/** Google and Meta fetch the market's feed once an hour at most. */
export const MARKET_FEED_SECONDS = 15 * MINUTE_SECONDS;
/** Google's limit. */
export const FEED_TITLE_MAX = 150;
/** Google's limit. */
export const FEED_BRAND_MAX = 70;
