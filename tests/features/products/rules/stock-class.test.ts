import { stockClass } from '#products/rules/product.ts';

test.each([
  [0, null, 'outOfStock'],
  [1, null, 'lowStock'],
  [99, null, 'lowStock'],
  [100, null, 'inStock'],
  [12, 10, 'inStock'],
  [120, 150, 'lowStock'],
])('%d with the own threshold %s is %s', (quantity, lowStockBelow, expected) => {
  expect(stockClass({ quantity, lowStockBelow })).toBe(expected);
});
