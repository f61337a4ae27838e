import {
  type BuyerCategory,
  buyerCategoryNames,
  type ProductSort,
  productSorts,
} from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { PRODUCT_NAME_MAX, SEARCH_DISTANCE_MAX_KM } from '#features/products/rules/limits.ts';
import { CURSOR_MAX } from '#platform/rules/limits.ts';

/** The market search as kept in the address. */
export type MarketSearch = {
  search?: string | undefined;
  category?: BuyerCategory | undefined;
  organic?: true | undefined;
  county?: string | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  deliversToMe?: true | undefined;
  maxDistanceKm?: number | undefined;
  /** Undefined: the nearest first if the buyer's place is known, otherwise the newest. */
  sort?: ProductSort | undefined;
  /**
   * Where the list begins, in the order named by `sort`: the next page of a list that was opened
   * without JavaScript.
   */
  after?: string | undefined;
};

// Checked by hand rather than by a schema: the router loads this file with every page, and zod
// would put the landing page's first script over its budget.

const isBuyerCategory = (value: unknown): value is BuyerCategory =>
  buyerCategoryNames.some((name) => name === value);
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const positive = (value: unknown) => {
  // Without JavaScript a price arrives as typed: 1,200.
  const number = Number(text(value).replace(/[\s,]/g, '') || Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

/** Reads the address. Invalid parts are ignored, so that an old or damaged link still opens. */
export function readMarketSearch(raw: Record<string, unknown>): MarketSearch {
  const maxDistanceKm = positive(raw.maxDistanceKm);
  const sort = productSorts.find((order) => order === raw.sort);
  // An invalid part is set to undefined, not left out: the router merges this into the address, and
  // would keep the old value.
  return {
    search: text(raw.search).trim() ? text(raw.search).slice(0, PRODUCT_NAME_MAX) : undefined,
    category: isBuyerCategory(raw.category) ? raw.category : undefined,
    organic: raw.organic === true || undefined,
    county: text(raw.county) || undefined,
    minPrice: positive(raw.minPrice),
    maxPrice: positive(raw.maxPrice),
    deliversToMe: raw.deliversToMe === true || undefined,
    maxDistanceKm: maxDistanceKm && Math.min(maxDistanceKm, SEARCH_DISTANCE_MAX_KM),
    sort,
    after: (sort && text(raw.after).slice(0, CURSOR_MAX)) || undefined,
  };
}

/** The start of a farm's list of products, which has a single order. */
export const readFarmSearch = (raw: Record<string, unknown>): Pick<MarketSearch, 'after'> => ({
  after: text(raw.after).slice(0, CURSOR_MAX) || undefined,
});

/**
 * The search parameters of the price pages: the crop searched for, the crop on the map, and the
 * county of a crop's page.
 */
type PricesSearch = {
  search?: string | undefined;
  crop?: string | undefined;
  county?: string | undefined;
};
export const readPricesSearch = ({
  search,
  crop,
  county,
}: Record<string, unknown>): PricesSearch => ({
  search: text(search) || undefined,
  crop: text(crop) || undefined,
  county: text(county) || undefined,
});

/** How many filters are set, not counting search and category, which are always visible. */
export const countFilters = ({
  organic,
  county,
  minPrice,
  maxPrice,
  deliversToMe,
  maxDistanceKm,
}: MarketSearch): number =>
  [organic, county, minPrice ?? maxPrice, deliversToMe, maxDistanceKm].filter(Boolean).length;

/** Whether the search needs the buyer's place. */
export const needsPlace = ({ deliversToMe, maxDistanceKm, sort }: MarketSearch): boolean =>
  Boolean(deliversToMe || maxDistanceKm || sort === 'nearest');

/** The order of the list if the buyer chose none. The server's default is the newest first. */
export const usualSort = (isPlaceKnown: boolean): ProductSort =>
  isPlaceKnown ? 'nearest' : 'newest';

/** The filter sent to the server; distances are counted from the buyer's place if it is known. */
export type MarketFilter = Omit<FindProducts, 'cursor'>;
