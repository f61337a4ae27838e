import { expect, test } from 'vitest';
import type { Unit } from '../../../src/shared/products/product.ts';
import { offerProblem } from '../../../src/web/features/messages/offers/offer-problem.ts';

const offer = { quantity: 12, unit: 'kg' as Unit };
const now = (quantity: number, unit: Unit = 'kg') => ({ product: { quantity, unit }, isGone: false });

test.each([
  ['no longer on sale', { product: null, isGone: true }],
  ['sold in another unit', now(100, 'bags')],
  ['sold out', now(0)],
  ['Only 11.5 kg left', now(11.5)],
])('an open offer says that its product is "%s"', (sentence, product) => {
  expect(offerProblem(offer, product)).toContain(sentence);
});

test.each([now(12), now(100), { product: null, isGone: false }])('and nothing for %j', (product) => {
  expect(offerProblem(offer, product)).toBeNull();
});
