import { PRODUCT_NAME_MAX, SEARCH_DISTANCE_MAX_KM } from '#shared/limits.ts';
import type { BuyerCategory, FindProducts, ProductSort } from '#shared/product.ts';

/** What the address says of a look through the market. */
export type MarketSearch = {
  search?: string | undefined;
  category?: BuyerCategory | undefined;
  organic?: true | undefined;
  county?: string | undefined;
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  deliversToMe?: true | undefined;
  maxDistanceKm?: number | undefined;
  sort?: Exclude<ProductSort, 'newest'> | undefined;
};

// Written out, and checked by hand: the router knows this file, and schemas would come along into every page's first script.
const categories: readonly string[] = ['vegetables', 'fruits', 'grains', 'dairy', 'other'] satisfies BuyerCategory[];
const sorts: readonly string[] = ['price', 'pricePerKg', 'nearest'] satisfies ProductSort[];

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const positive = (value: unknown) => {
  const number = Number(text(value) || Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

/** Reads the address; what makes no sense in it is passed over, so that an old or mangled link still opens. */
export function readMarketSearch(raw: Record<string, unknown>): MarketSearch {
  const maxDistanceKm = positive(raw.maxDistanceKm);
  // What makes no sense is undefined: the router lays this over what the address holds, and what is left out would stay.
  return {
    search: text(raw.search).trim() ? text(raw.search).slice(0, PRODUCT_NAME_MAX) : undefined,
    category: categories.includes(text(raw.category)) ? (raw.category as BuyerCategory) : undefined,
    organic: raw.organic === true || undefined,
    county: text(raw.county) || undefined,
    minPrice: positive(raw.minPrice),
    maxPrice: positive(raw.maxPrice),
    deliversToMe: raw.deliversToMe === true || undefined,
    maxDistanceKm: maxDistanceKm && Math.min(maxDistanceKm, SEARCH_DISTANCE_MAX_KM),
    sort: sorts.includes(text(raw.sort)) ? (raw.sort as 'price') : undefined,
  };
}

/** How many filters narrow the list, search and category apart: those two are always in sight. */
export const countFilters = ({ organic, county, minPrice, maxPrice, deliversToMe, maxDistanceKm }: MarketSearch): number =>
  [organic, county, minPrice ?? maxPrice, deliversToMe, maxDistanceKm].filter(Boolean).length;

/** Whether something in the address can only be answered when the buyer's place is known. */
export const needsPlace = ({ deliversToMe, maxDistanceKm, sort }: MarketSearch): boolean =>
  Boolean(deliversToMe || maxDistanceKm || sort === 'nearest');

/** What is asked of the server, counted from the buyer's place where that is known. */
export type MarketFilter = Omit<FindProducts, 'cursor'>;
