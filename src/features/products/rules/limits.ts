/**
 * Limits of products, each with its unit. Sources: the product specification (§5, §9) unless said
 * otherwise.
 */

import { DAY_SECONDS } from '#platform/rules/durations.ts';

// Products
/** Most of a product that one farm can offer, in the product's own unit. */
export const QUANTITY_MAX = 1_000_000;
/** Below this a product is low in stock. */
export const LOW_STOCK_BELOW = 100;
export const PRODUCT_NAME_MAX = 100;
export const DESCRIPTION_MAX = 2000;
/** The net weight of one bag, piece or crate. */
export const NET_WEIGHT_MIN_KG = 0.01;
export const NET_WEIGHT_MAX_KG = 2000;
/**
 * Harvest and expiry dates must lie between these days: a year outside of them is a typing error,
 * and the database's calendar has an end.
 */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';
/** What one farm may offer at the same time. */
export const PRODUCTS_PER_FARM_MAX = 2000;
/**
 * Sorted by newest, products lie in rounds (see
 * src/features/products/server/stock/listing-round.ts). A round is full with so many products, a
 * page of them; of one farm it takes so many of those that the farm listed within a week.
 */
export const LISTING_ROUND_SIZE = 24;
export const LISTING_ROUND_OF_ONE_FARM = 3;
export const LISTING_WINDOW_SECONDS = 7 * DAY_SECONDS;
/**
 * A photo taken this near to the farm's pin was taken on the farm, if its fix is at least this
 * accurate.
 */
export const ON_FARM_METRES = 1000;
export const ON_FARM_ACCURACY_METRES = 200;
export const PAGE_SIZE = 24;
/** Farther than any two places in Kenya. */
export const SEARCH_DISTANCE_MAX_KM = 1500;
export const BULK_LINES_MAX = 500;
/**
 * With more farms than this within reach, they are not looked up one by one before their offers.
 */
export const REACHED_FARMS_MAX = 300;
export const SUGGESTIONS_MAX = 8;
export const FARM_SUGGESTIONS_MAX = 3;
/** Crops in one answer. */
export const CROPS_MAX = 20;
/**
 * Products of a crop from other farms, one of each farm, and the rows read to find them: a farm may
 * have several.
 */
export const CROP_OFFERS_MAX = 6;
export const CROP_OFFERS_READ = 48;
/** From two letters on a search is suggested: one would suggest anything. */
export const SUGGESTED_FROM_LETTERS = 2;
/**
 * Farms whose offers a search by county or farm name finds besides those that match by their words.
 */
export const NAMED_FARMS_MAX = 2000;
/**
 * An answer about the catalogue from memory is two seconds old at most: it is kept for the first of
 * these, ...
 */
export const HOT_ANSWER_MILLISECONDS = 1500;
/**
 * ... and a query that was begun this long ago may still answer the same question of others, who
 * then keep its answer.
 */
export const SHARED_QUERY_MILLISECONDS = 500;
/** The counts of filters stop here and show "1,000+". */
export const FACET_COUNT_MAX = 1000;
/** A farmer's own list is read in larger steps: most have fewer products than this. */
export const OWN_PRODUCTS_PAGE_SIZE = 100;
/** The most of a farmer's own products that one request may ask for over REST. */
export const OWN_PRODUCTS_LIMIT_MAX = 1000;
/** So much of a description fits on a card in one line; its product's page has the rest. */
export const CARD_DESCRIPTION_MAX = 40;
/** How many new products one farm may list in a minute: a list of a thousand takes ten. */
export const NEW_PRODUCTS_PER_MINUTE = 100;

// Photos
/** Most pending photos take no more space than this on the phone. */
export const PHOTO_ON_DEVICE_BYTES = 1024 * 1024;

// Cart and orders. Source: docs/trade.md.
/** How many farms' ratings one call answers. */
export const FARM_RATINGS_MAX = 50;

// Prices
/**
 * An answer about prices is kept in memory for this long: what they are changes once a night, which
 * is announced.
 */
export const PRICE_ANSWER_MILLISECONDS = 60 * 1000;
