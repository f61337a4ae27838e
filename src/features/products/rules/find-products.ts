import * as z from 'zod/mini';
import { county } from '#places/rules/place.ts';
import {
  amount,
  fieldError,
  latitude,
  listLimit,
  longitude,
  rowId,
  searchLine,
} from '#rules/fields.ts';
import { LIST_LIMIT_MAX } from '#rules/limits.ts';
import { cursor, searchText } from './product.ts';
import {
  buyerCategoryNames,
  categories,
  ofFlagFilters,
  PRODUCT_NAME_MAX,
  productSorts,
  readBuyerFilter,
  SEARCH_DISTANCE_MAX_KM,
  SUGGESTED_FROM_LETTERS,
} from './product-facts.ts';

export const suggestSearchesInput = z.object({
  search: searchLine().check(
    z.minLength(SUGGESTED_FROM_LETTERS, fieldError('fieldInvalid')),
    z.maxLength(PRODUCT_NAME_MAX, fieldError('fieldTooLong')),
  ),
});

/**
 * offer-queries.ts has the condition of each filter, and market-search.ts its part of the address.
 */
const filters = {
  search: searchText,
  category: z.optional(
    z.pipe(
      z.pipe(z.string(fieldError('categoryUnknown')), z.transform(readBuyerFilter)),
      z.optional(z.enum([...buyerCategoryNames, ...categories], fieldError('categoryUnknown'))),
    ),
  ),
  ...ofFlagFilters(() => z.optional(z.boolean(fieldError('fieldInvalid')))),
  farmId: z.optional(rowId),
  county: z.optional(county),
  minPrice: z.optional(amount('priceInvalid')),
  maxPrice: z.optional(amount('priceInvalid')),
  deliversToMe: z.optional(z.boolean(fieldError('fieldInvalid'))),
  maxDistanceKm: z.optional(
    z
      .number(fieldError('fieldInvalid'))
      .check(
        z.gt(0, fieldError('fieldInvalid')),
        z.lte(SEARCH_DISTANCE_MAX_KM, fieldError('fieldInvalid')),
      ),
  ),
};
export type ProductFilter = keyof typeof filters;

export const findProductsInput = z
  .object({
    ...filters,
    latitude: z.optional(latitude),
    longitude: z.optional(longitude),
    sort: z.optional(z.enum(productSorts, fieldError('fieldInvalid'))),
    limit: listLimit(LIST_LIMIT_MAX),
    cursor,
  })
  .check(
    z.refine(
      ({ latitude: lat, longitude: lon, deliversToMe, maxDistanceKm, sort }) =>
        (lat === undefined) === (lon === undefined) &&
        (lat !== undefined || !(deliversToMe || maxDistanceKm !== undefined || sort === 'nearest')),
      { path: ['latitude'], ...fieldError('placeNeeded') },
    ),
  );
export type FindProducts = z.infer<typeof findProductsInput>;

export const isByPlace = (sort: FindProducts['sort']) => sort === 'nearest' || sort === 'best';

/** A filter that is not known here counts as another. */
export function hasOtherFilters(input: FindProducts, than: readonly ProductFilter[]) {
  const { latitude, longitude, sort, limit, cursor, ...given } = input;
  const isSet = (value: unknown) => value !== undefined && value !== false && value !== '';
  return Object.entries(given).some(
    ([name, value]) => isSet(value) && !than.some((one) => one === name),
  );
}

export const getProductInput = z.object({
  productId: rowId,
  latitude: z.optional(latitude),
  longitude: z.optional(longitude),
});
