import { counterOfferInput, makeOfferInput } from '#messages/rules/price-offer.ts';

test('quantity and price of an offer are rounded to two decimals', () => {
  expect(makeOfferInput.parse({ conversationId: 1, quantity: 50.555, price: 39.999 })).toEqual({
    conversationId: 1,
    quantity: 50.56,
    price: 40,
  });
  expect(counterOfferInput.parse({ offerId: 1, quantity: 0.005, price: 0.005 })).toEqual({
    offerId: 1,
    quantity: 0.01,
    price: 0.01,
  });
});

test.each([
  { quantity: 0.004, price: 40 },
  { quantity: 5, price: 0.004 },
  { quantity: -5, price: 40 },
  { quantity: 5, price: 40, validDays: -1 },
  { quantity: 5, price: 40, validDays: 4 },
  { quantity: 5, price: 40, validDays: 1.5 },
])('an offer of nothing, or for an impossible time, is refused: %o', (terms) => {
  expect(makeOfferInput.safeParse({ conversationId: 1, ...terms }).success).toBe(false);
});
