import { PRODUCT_NAME_MAX, SEARCH_DISTANCE_MAX_KM } from '#shared/limits.ts';
import type { BuyerCategory, FindProducts, ProductSort } from '#shared/product.ts';

/** What the address says of a look through the market. */
export type MarketSearch = {
  search?: string;
  category?: BuyerCategory;
  organic?: true;
  county?: string;
  minPrice?: number;
  maxPrice?: number;
  deliversToMe?: true;
  maxDistanceKm?: number;
  sort?: Exclude<ProductSort, 'newest'>;
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
  const minPrice = positive(raw.minPrice);
  const maxPrice = positive(raw.maxPrice);
  const maxDistanceKm = positive(raw.maxDistanceKm);
  return {
    ...(text(raw.search).trim() && { search: text(raw.search).slice(0, PRODUCT_NAME_MAX) }),
    ...(categories.includes(text(raw.category)) && { category: raw.category as BuyerCategory }),
    ...(raw.organic === true && { organic: true }),
    ...(text(raw.county) && { county: text(raw.county) }),
    ...(minPrice && { minPrice }),
    ...(maxPrice && { maxPrice }),
    ...(raw.deliversToMe === true && { deliversToMe: true }),
    ...(maxDistanceKm && { maxDistanceKm: Math.min(maxDistanceKm, SEARCH_DISTANCE_MAX_KM) }),
    ...(sorts.includes(text(raw.sort)) && { sort: raw.sort as 'price' }),
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
