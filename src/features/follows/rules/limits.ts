import { DAY_SECONDS } from '#platform/rules/durations.ts';

/** Farms, products and places together. */
export const FOLLOWS_MAX = 100;
/** New follows of everybody. The reserve is for people who have added few. */
export const FOLLOWS_PER_DAY = 50_000;
export const FOLLOWS_RESERVED_PER_DAY = 10_000;
/** New follows of one user, including removed ones. */
export const FOLLOWS_PER_PERSON_AND_DAY = 200;
/** A person with at most this many is served from the reserve too. */
export const FEW_FOLLOWS_PER_DAY = 10;
/** A place without a farm that delivers is then forgotten. */
export const FOLLOWED_PLACE_SECONDS = 365 * DAY_SECONDS;
