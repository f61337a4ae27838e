import type { FindProducts, ProductFilter } from '#products/rules/find-products.ts';
import {
  type BuyerCategory,
  buyerCategoryNames,
  PRODUCT_NAME_MAX,
  type ProductSort,
  productSorts,
  SEARCH_DISTANCE_MAX_KM,
} from '#products/rules/product-facts.ts';
import { CURSOR_MAX } from '#rules/limits.ts';

// No schema: the router loads this file with every page, and zod would put the landing page's first
// script over its budget.

const isBuyerCategory = (value: unknown): value is BuyerCategory =>
  buyerCategoryNames.some((name) => name === value);
const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const positive = (value: unknown) => {
  // Without JavaScript a price arrives as typed: 1,200.
  const number = Number(text(value).replace(/[\s,]/g, '') || Number.NaN);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

const given = (value: unknown) => text(value) || undefined;

const flag = (value: unknown) => value === true || undefined;

const parts = {
  search: (value: unknown) =>
    text(value).trim() ? text(value).slice(0, PRODUCT_NAME_MAX) : undefined,
  category: (value: unknown) => (isBuyerCategory(value) ? value : undefined),
  organic: flag,
  county: given,
  minPrice: positive,
  maxPrice: positive,
  deliversToMe: flag,
  maxDistanceKm(value: unknown) {
    const distance = positive(value);
    return distance && Math.min(distance, SEARCH_DISTANCE_MAX_KM);
  },
  /** Undefined: the best for the buyer's place if it is known, otherwise the newest. */
  sort: (value: unknown): ProductSort | undefined => productSorts.find((order) => order === value),
} satisfies Record<Exclude<ProductFilter, 'farmId'> | 'sort', (value: unknown) => unknown>;

type Parts = typeof parts;

export type MarketSearch = { [Name in keyof Parts]?: ReturnType<Parts[Name]> } & {
  /**
   * Where the list begins, in the order named by `sort`, when the next page was opened without
   * JavaScript.
   */
  after?: string | undefined;
};

/** An old or damaged link still opens. */
export function readMarketSearch(raw: Record<string, unknown>): MarketSearch {
  // Undefined instead of left out, because the router merges this into the address and would keep
  // the old value. A cast, because entries lose the names.
  const search = Object.fromEntries(
    Object.entries(parts).map(([name, read]) => [name, read(raw[name])]),
  ) as MarketSearch;
  return { ...search, after: (search.sort && text(raw.after).slice(0, CURSOR_MAX)) || undefined };
}

export const readFarmSearch = (raw: Record<string, unknown>): Pick<MarketSearch, 'after'> => ({
  after: text(raw.after).slice(0, CURSOR_MAX) || undefined,
});

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
  search: given(search),
  crop: given(crop),
  county: given(county),
});

export function countFilters(all: MarketSearch) {
  const { search, category, sort, after, minPrice, maxPrice, ...others } = all;
  return [minPrice ?? maxPrice, ...Object.values(others)].filter(Boolean).length;
}

export const needsPlace = ({ deliversToMe, maxDistanceKm, sort }: MarketSearch) =>
  Boolean(deliversToMe || maxDistanceKm || sort === 'nearest' || sort === 'best');

/** The server's default is the newest first. */
export const usualSort = (isPlaceKnown: boolean): ProductSort => (isPlaceKnown ? 'best' : 'newest');

export type MarketFilter = Omit<FindProducts, 'cursor'>;
