import { expect, test } from 'vitest';
import { stockClass, type Unit } from '#features/products/rules/product.ts';

test.each([
  ['kg', 0, null, 'outOfStock'],
  ['kg', 99, null, 'lowStock'],
  ['kg', 100, null, 'inStock'],
  ['bags', 9, null, 'lowStock'],
  ['bags', 10, null, 'inStock'],
  ['trays', 12, 20, 'lowStock'],
] as [Unit, number, number | null, string][])(
  'of %s, %d with the own threshold %s is %s',
  (unit, quantity, lowStockBelow, expected) => {
    expect(stockClass({ unit, quantity, lowStockBelow })).toBe(expected);
  },
);
