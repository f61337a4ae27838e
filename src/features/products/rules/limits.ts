/**
 * Limits of products, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS } from '#platform/rules/durations.ts';

/** Upper bound of one product's quantity, in the product's own unit. */
export const QUANTITY_MAX = 1_000_000;
/** Below this a product is low in stock (§9), unless its farmer decides. */
export const LOW_STOCK_BELOW = 100;
/** The part of the price that buyers of an announced harvest pay before it, in percent. */
export const DEPOSIT_PERCENT_MIN = 10;
export const DEPOSIT_PERCENT_MAX = 50;
/** A harvest can be announced for this week and as many weeks after it. */
export const HARVEST_WEEKS_AHEAD_MAX = 26;
export const PRODUCT_NAME_MAX = 100;
export const DESCRIPTION_MAX = 2000;
/** The net weight of one bag, piece or crate. */
export const NET_WEIGHT_MIN_KG = 0.01;
export const NET_WEIGHT_MAX_KG = 2000;
/**
 * Harvest and expiry dates must lie between these days. A year outside them is a typing error, and
 * the database's calendar has an end.
 */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';
/** Upper bound of products that one farm may offer at a time. */
export const PRODUCTS_PER_FARM_MAX = 2000;
/**
 * When sorted by newest, products are grouped into rounds (see
 * src/features/products/server/stock/listing-round.ts). A full round has LISTING_ROUND_SIZE
 * products, which is one page. One farm gets LISTING_ROUND_OF_ONE_FARM of them, counting the
 * products that it listed within a week.
 */
export const LISTING_ROUND_SIZE = 24;
export const LISTING_ROUND_OF_ONE_FARM = 3;
export const LISTING_WINDOW_SECONDS = 7 * DAY_SECONDS;
/**
 * A photo counts as taken on the farm if it was taken this close to the farm's pin and its GPS fix
 * is at least this accurate.
 */
export const ON_FARM_METRES = 1000;
export const ON_FARM_ACCURACY_METRES = 200;
export const PAGE_SIZE = 24;
/** More than the distance between any two places in Kenya. */
export const SEARCH_DISTANCE_MAX_KM = 1500;
export const BULK_LINES_MAX = 500;
/** If more farms than this are in reach, the offers are searched first instead of the farms. */
export const REACHED_FARMS_MAX = 300;
export const SUGGESTIONS_MAX = 8;
export const FARM_SUGGESTIONS_MAX = 3;
/** More than the longest id of today's crops. */
export const CROP_ID_MAX = 40;
/** Upper bound of crops in one answer. */
export const CROPS_MAX = 20;
/**
 * Products of a crop from other farms, one per farm, and the rows that are read to find them,
 * because a farm may have several.
 */
export const CROP_OFFERS_MAX = 6;
export const CROP_OFFERS_READ = 48;
/** A search is suggested from two letters on; a single letter would suggest anything. */
export const SUGGESTED_FROM_LETTERS = 2;
/**
 * Upper bound of farms that a search finds by their name or county, in addition to products that
 * match its words.
 */
export const NAMED_FARMS_MAX = 2000;
/** Filter counts stop here and show "1,000+". */
export const FACET_COUNT_MAX = 1000;
/** Larger than the market's pages, because most farmers have fewer products than this. */
export const OWN_PRODUCTS_PAGE_SIZE = 100;
/** Upper bound of the products of a REST request without parameters. */
export const PRODUCTS_AT_ONCE_MAX = 1000;
/**
 * A product counts as fresh for its crop's shelf life, and for at most this long. A product without
 * a crop does so for the whole time.
 */
export const FRESH_DAYS_MAX = 180;
/** The farmer is asked whether it is still there from the start of the day before the last one. */
export const ASKED_DAYS_BEFORE = 1;
/** A farmer is asked sooner about produce that keeps at most this long. */
export const PERISHABLE_DAYS_MAX = 21;
export const PERISHABLE_ASKED_AFTER_DAYS = 3;
/** A farmer has at least this long to answer before the product leaves the market. */
export const ANSWER_SECONDS = DAY_SECONDS;
/** A description fits on a card in two lines with its category; the product's page has the rest. */
export const CARD_DESCRIPTION_MAX = 40;
/** How many new products one farm may list in a minute. Listing a thousand takes ten minutes. */
export const NEW_PRODUCTS_PER_MINUTE = 100;

/** Most pending photos take no more space than this on the phone. */
export const PHOTO_ON_DEVICE_BYTES = 1024 * 1024;

// Source: docs/trade.md.
/** Upper bound of farms whose ratings one call returns. */
export const FARM_RATINGS_MAX = 50;

// Searches of the catalogue
/** Concurrent searches of one client address. */
export const SEARCHES_PER_CLIENT = 2;
/** Concurrent filter counts of one client address. */
export const COUNTS_PER_CLIENT = 1;
/**
 * How many more queries of one client address may wait, and for how long. Together with the
 * database's own timeouts, a query takes less than five seconds.
 */
export const READS_WAITING_PER_CLIENT = 300;
export const READ_WAIT_MILLISECONDS = 1500;
/** Counts are optional, so their wait is shorter. */
export const COUNT_WAIT_MILLISECONDS = 300;
