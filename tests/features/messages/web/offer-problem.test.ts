import { offerProblem } from '#messages/web/conversation-view.tsx';
import type { Unit } from '#products/rules/product.ts';

const goods = { quantity: 12, unit: 'bags' as Unit, netWeightKg: 90 };
const offer = { ...goods, productName: 'Kale' };
const now = (product: Partial<typeof goods> & { name?: string }) => ({
  product: { name: 'Kale', ...goods, ...product },
  isGone: false,
});

test.each([
  ['no longer for sale', { product: null, isGone: true }],
  ['called “Cabbage”', now({ name: 'Cabbage' })],
  ['now sold by the kg', now({ quantity: 100, unit: 'kg', netWeightKg: 1 })],
  ['now sold by the 50 kg bag', now({ netWeightKg: 50 })],
  ['Only 11.5 bags left', now({ quantity: 11.5 })],
])('an open offer says that its product is "%s"', (sentence, product) => {
  expect(offerProblem(offer, product)).toContain(sentence);
});

test.each([now({}), now({ quantity: 100 }), { product: null, isGone: false }])(
  'an open offer has no note for %j',
  (product) => {
    expect(offerProblem(offer, product)).toBeNull();
  },
);
