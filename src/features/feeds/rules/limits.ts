import { MINUTE_SECONDS } from '#platform/rules/durations.ts';

/** How many products of a feed are read and written at a time. */
export const FEED_PAGE_SIZE = 500;
/** How old the market's feed may be. Google and Meta fetch it once an hour at most. */
export const MARKET_FEED_SECONDS = 15 * MINUTE_SECONDS;
/** The longest title that Google takes. */
export const FEED_TITLE_MAX = 150;
/** The longest brand that Google takes. */
export const FEED_BRAND_MAX = 70;
