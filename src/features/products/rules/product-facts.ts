/* The limits, categories and flags of products. */

import { DAY_SECONDS } from '#rules/limits.ts';

export const QUANTITY_MAX = 1_000_000;
/** The farmer can set another threshold (§9). */
export const LOW_STOCK_BELOW = 100;
export const DEPOSIT_PERCENT_MIN = 10;
export const DEPOSIT_PERCENT_MAX = 50;
export const HARVEST_WEEKS_AHEAD_MAX = 26;
export const PRODUCT_NAME_MAX = 100;
export const DESCRIPTION_MAX = 2000;
/** Per bag, piece or crate. */
export const NET_WEIGHT_MIN_KG = 0.01;
export const NET_WEIGHT_MAX_KG = 2000;
/** A year outside these days is a typing error, and the database's calendar has an end. */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';
export const PRODUCTS_PER_FARM_MAX = 2000;
/** The newest products come in rounds (decision 55). A full round is one page. */
export const LISTING_ROUND_SIZE = 24;
export const LISTING_ROUND_OF_ONE_FARM = 3;
export const LISTING_WINDOW_SECONDS = 7 * DAY_SECONDS;
/** A photo within this distance of the pin, and with this accuracy, counts as taken on the farm. */
export const ON_FARM_METRES = 1000;
export const ON_FARM_ACCURACY_METRES = 200;
export const PAGE_SIZE = 24;
/** From here on a farmer gets the search, the bulk update and the files. */
export const MANY_PRODUCTS = 10;
/** More than the distance between any two places in Kenya. */
export const SEARCH_DISTANCE_MAX_KM = 1500;
export const BULK_LINES_MAX = 500;
/** With more farms in reach, offers are searched before farms. */
export const REACHED_FARMS_MAX = 300;
export const SUGGESTIONS_MAX = 8;
export const FARM_SUGGESTIONS_MAX = 3;
/** More than the longest id of today's crops. */
export const CROP_ID_MAX = 40;
export const CROPS_MAX = 20;
export const CROP_OFFERS_MAX = 6;
export const CROP_OFFERS_READ = 48;
export const SUGGESTED_FROM_LETTERS = 2;
export const NAMED_FARMS_MAX = 2000;
/** Larger counts show "1,000+". */
export const FACET_COUNT_MAX = 1000;
export const OWN_PRODUCTS_PAGE_SIZE = 100;
export const PRODUCTS_AT_ONCE_MAX = 1000;
/** Upper bound of a shelf life, and the shelf life without a crop. */
export const FRESH_DAYS_MAX = 180;
export const ASKED_DAYS_BEFORE = 1;
export const PERISHABLE_DAYS_MAX = 21;
export const PERISHABLE_ASKED_AFTER_DAYS = 3;
export const ANSWER_SECONDS = DAY_SECONDS;
export const CARD_DESCRIPTION_MAX = 40;
/** Per farm. Listing a thousand takes ten minutes. */
export const NEW_PRODUCTS_PER_MINUTE = 100;

/** Most pending photos take no more space on the phone. */
export const PHOTO_ON_DEVICE_BYTES = 1024 * 1024;

export const FARM_RATINGS_MAX = 50;
/** One rating per buyer and farm counts within this time (docs/trade.md). */
export const COUNTED_REVIEW_SECONDS = 30 * DAY_SECONDS;

export const SEARCHES_PER_CLIENT = 2;
export const COUNTS_PER_CLIENT = 1;
/** Together with the database's timeouts, a query takes less than five seconds. */
export const READS_WAITING_PER_CLIENT = 300;
export const READ_WAIT_MILLISECONDS = 1500;
/** Shorter, because counts are optional. */
export const COUNT_WAIT_MILLISECONDS = 300;

/**
 * The specification's five categories (§3), and two of our own for eggs, milk, honey, chicken and
 * herbs.
 */
export const categories = [
  'Cereals',
  'Legumes',
  'Vegetables',
  'Fruits',
  'Root Crops',
  'Dairy & eggs',
  'Other',
] as const;
export type Category = (typeof categories)[number];

export const buyerCategories = {
  vegetables: ['Vegetables', 'Root Crops'],
  fruits: ['Fruits'],
  grains: ['Cereals', 'Legumes'],
  dairy: ['Dairy & eggs'],
  other: ['Other'],
} as const satisfies Record<string, readonly Category[]>;
export type BuyerCategory = keyof typeof buyerCategories;
export const buyerCategoryNames = [
  'vegetables',
  'fruits',
  'grains',
  'dairy',
  'other',
] as const satisfies readonly BuyerCategory[];

const ALL = 'all';

const named = <Name extends string>(names: readonly Name[], typed: string) =>
  names.find((name) => name.toLowerCase() === typed.trim().toLowerCase());

/** Ignores case. A buyers' name wins over a farmers' name; undefined means All. */
export const readBuyerFilter = (typed: string) =>
  named([ALL], typed)
    ? undefined
    : (named(buyerCategoryNames, typed) ?? named(categories, typed) ?? typed);

/** Here farmers' names win. */
export const readFarmerFilter = (typed: string) =>
  named([ALL], typed)
    ? undefined
    : (named(categories, typed) ?? named(buyerCategoryNames, typed) ?? typed);

export const isBuyerCategory = (name: BuyerCategory | Category): name is BuyerCategory =>
  Object.hasOwn(buyerCategories, name);

export const buyerCategoryOf = (category: Category): BuyerCategory =>
  buyerCategoryNames.find((name) =>
    (buyerCategories[name] as readonly Category[]).includes(category),
  ) ?? 'other';

export const productSorts = ['best', 'newest', 'price', 'pricePerKg', 'nearest'] as const;
export type ProductSort = (typeof productSorts)[number];

/** Each claim is a column, a field of form and REST, a badge and a filter. */
export const productFlags = { isOrganic: 'organic' } as const;
export type ProductFlag = keyof typeof productFlags;
export type FlagFilter = (typeof productFlags)[ProductFlag];

// Casts, because the keys of an object are typed as text.
export const flagNames = Object.keys(productFlags) as ProductFlag[];

export const ofFlags = <Value>(make: (flag: ProductFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [flag, make(flag)])) as Record<ProductFlag, Value>;

export const ofFlagFilters = <Value>(make: (flag: ProductFlag) => Value) =>
  Object.fromEntries(flagNames.map((flag) => [productFlags[flag], make(flag)])) as Record<
    FlagFilter,
    Value
  >;
