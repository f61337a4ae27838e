import {
  type FindProducts,
  findProductsInput,
  hasOtherFilters,
} from '#products/rules/find-products.ts';
import {
  createProductInput,
  setQuantitiesInput,
  setQuantityInput,
} from '#products/rules/product.ts';
import { BULK_LINES_MAX } from '#products/rules/product-facts.ts';
import { productForm } from '#tests/factories/products.ts';

const accepts = (form: object) =>
  createProductInput.safeParse({ ...productForm(), ...form }).success;

const refused: Record<string, unknown[]> = {
  name: [
    undefined,
    '',
    '   ',
    'x'.repeat(101),
    'a\u0000b',
    '\ud800',
    'a\nb',
    '\u202eelak',
    '\u3164',
    '\u2800',
    7,
  ],
  category: [undefined, 'vegetables', 'Fish', null],
  unit: [undefined, 'barrels', 'KG'],
  quantity: [undefined, -0.001, Number.NaN, 1_000_000.01, '1'],
  price: [undefined, 0, 0.001, 10_000_000.01, Number.NaN, '1'],
  description: ['x'.repeat(2001), '\u0000', 5],
  expiryDate: [
    ...['2026-02-29', '1999-12-31', '2100-01-01', '1.2.2026', '2026-03-02T00:00:00Z', 5],
  ],
  netWeightKg: [0, 2000.01, 0.001, 0.0101, '90'],
  photoIds: [[1, 2, 3, 4, 5, 6], [0], [1.5], ['1'], 1],
  isOrganic: ['true', 1],
};
const rows = Object.entries(refused).flatMap(([field, values]) =>
  values.map((value) => [field, value] as const),
);

test.each(rows)('C21: the %s %j of a product is refused', (field, value) => {
  expect(accepts({})).toBe(true);
  expect(accepts({ [field]: value })).toBe(false);
});

test('a product may not expire before its harvest, but on the same day', () => {
  expect(accepts({ harvestDate: '2026-03-03', expiryDate: '2026-03-02' })).toBe(false);
  expect(accepts({ harvestDate: '2026-03-02', expiryDate: '2026-03-02' })).toBe(true);
  expect(accepts({ harvestDate: '2026-03-02', expiryDate: null })).toBe(true);
  expect(accepts({ harvestDate: null, expiryDate: '2026-03-01' })).toBe(true);
});

test('an announcement has a deposit of 10 to 50 whole percent, and a week', () => {
  const harvestDate = '2026-03-11';
  for (const depositPercent of [9, 51, 12.5])
    expect(accepts({ harvestDate, depositPercent }), String(depositPercent)).toBe(false);
  for (const depositPercent of [10, 50])
    expect(accepts({ harvestDate, depositPercent })).toBe(true);
  expect(accepts({ harvestDate: null, depositPercent: 30 })).toBe(false);
});

test.each([-0.001, Number.NaN, 1_000_000.01])('C21: %s is no counted quantity', (quantity) => {
  const line = { productId: 1, quantity: 1 };
  expect(setQuantityInput.safeParse({ ...line, quantity }).success).toBe(false);
  expect(setQuantitiesInput.safeParse({ lines: [line] }).success).toBe(true);
  expect(setQuantitiesInput.safeParse({ lines: [line, { ...line, quantity }] }).success).toBe(
    false,
  );
});

test('a bulk update has at least one line, and at most its limit', () => {
  const acceptsLines = (count: number) =>
    setQuantitiesInput.safeParse({ lines: Array(count).fill({ productId: 1, quantity: 1 }) })
      .success;
  expect([0, 1, BULK_LINES_MAX, BULK_LINES_MAX + 1].map(acceptsLines)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test.each([
  { category: 'Flowers' },
  { maxPrice: 1e308 },
  { search: 'x'.repeat(101) },
  { sort: 'worst' },
  { sort: 'nearest' },
  { deliversToMe: true },
  { maxDistanceKm: 10 },
  { latitude: 1 },
  { latitude: 91, longitude: 36 },
  { latitude: 0, longitude: 36, maxDistanceKm: 0 },
])('C21: the filter %j is refused', (filter) => {
  expect(findProductsInput.safeParse({}).success).toBe(true);
  expect(findProductsInput.safeParse(filter).success).toBe(false);
});

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
