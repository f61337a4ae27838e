import { expect, test } from 'vitest';
import { m } from '#platform/rules/text/compiled/messages.js';

test.each([
  [1, 1, '1 of 1 product', 'bidhaa 1 kati ya 1'],
  [1, 2, '1 of 2 products', 'bidhaa 1 kati ya 2'],
])('the product list shows %d of %d as "%s"', (shown, count, english, swahili) => {
  expect(m.productsShown({ shown, count }, { locale: 'en' })).toBe(english);
  expect(m.productsShown({ shown, count }, { locale: 'sw' }).toLowerCase()).toContain(swahili);
});
