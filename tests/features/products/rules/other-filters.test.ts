import { expect, test } from 'vitest';
import { type FindProducts, hasOtherFilters } from '#features/products/rules/find-products.ts';

const nowhere = {
  latitude: -0.4,
  longitude: 36.9,
  sort: 'nearest',
  limit: 5,
  cursor: 'a',
} as const;
const unset = { search: '', organic: false, county: undefined };

test.each<[given: Record<string, unknown>, isOther: boolean]>([
  [{}, false],
  [{ category: 'Fruits' }, false],
  [{ minPrice: 0 }, true],
  [{ organic: true }, true],
  [{ county: 'Kilifi' }, true],
  // A filter of a later version.
  [{ isFresh: true }, true],
])('a list with the filters %j has others than a category: %s', (given, isOther) => {
  const input = { ...nowhere, ...unset, ...given } as FindProducts;
  expect(hasOtherFilters(input, ['category'])).toBe(isOther);
});
