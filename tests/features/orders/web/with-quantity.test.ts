import type { Cart, CartLineView } from '#orders/web/cart/visitor-cart.tsx';
import { withQuantity } from '#orders/web/cart/with-quantity.ts';

const line = (change: Partial<CartLineView> = {}): CartLineView => ({
  ...{ productId: 1, farmId: 7, name: 'Kale', category: 'Vegetables', crop: null },
  ...{ swahiliName: null, unit: 'kg', photo: null, netWeightKg: null, depositPercent: null },
  ...{ acceptedUnit: 'kg', acceptedNetWeightKg: null, acceptedPrice: 80.25 },
  ...{ quantity: 2, price: 80.25, total: 160.5, available: 10 },
  ...{ problem: null, offerId: null, heldUntil: null },
  ...change,
});

function cartOf(...lines: CartLineView[]): Cart {
  const total = lines.reduce((sum, one) => sum + one.total, 0);
  const farm = {
    ...{ farmId: 7, farmName: 'Shamba', county: 'Nakuru', isFarmVerified: true },
    ...{ coverageRadiusMetres: 500, deliveryFee: 0, minimumOrder: 200, deposit: 0 },
    ...{ harvestBy: null, harvestProductId: null },
  };
  const farms = [{ ...farm, subtotal: total, isBelowMinimum: total < 200, lines }];
  return { lines, farms, total, lineCount: lines.length, canOrder: true, nextCursor: null };
}

test("a new quantity updates its line, the farm's subtotal and the total", () => {
  const cart = withQuantity(cartOf(line(), line({ productId: 2, total: 50 })), {
    productId: 1,
    quantity: 2.5,
  });
  expect(cart.lines[0]).toMatchObject({ quantity: 2.5, total: 200.63 });
  expect(cart).toMatchObject({
    total: 250.63,
    lineCount: 2,
    farms: [{ subtotal: 250.63, isBelowMinimum: false }],
  });
});

test('a quantity of zero removes the line, and a farm without lines', () => {
  expect(withQuantity(cartOf(line()), { productId: 1, quantity: 0 })).toMatchObject({
    lines: [],
    farms: [],
    total: 0,
    lineCount: 0,
  });
});

test("setting a quantity accepts today's price, as on the server", () => {
  const changed = line({ price: 90, problem: 'priceChanged', total: 180 });
  expect(withQuantity(cartOf(changed), { productId: 1, quantity: 2 }).lines[0]).toMatchObject({
    acceptedPrice: 90,
    problem: null,
  });
});

test('a quantity above the stock stays marked', () => {
  expect(withQuantity(cartOf(line()), { productId: 1, quantity: 11 }).lines[0]?.problem).toBe(
    'notEnough',
  );
});

test('an unavailable product is in no sum', () => {
  const gone = line({ productId: 2, available: 0, problem: 'gone', total: 99 });
  expect(withQuantity(cartOf(line(), gone), { productId: 1, quantity: 1 }).total).toBe(80.25);
});

test('an agreed line of the same product is unchanged', () => {
  const held = { offerId: 9, heldUntil: '2026-11-23T12:00:00.000Z' };
  const agreed = line({ quantity: 4, price: 60, total: 240, ...held });
  const both = cartOf(agreed, line());
  expect(withQuantity(both, { productId: 1, quantity: 3 })).toMatchObject({
    lines: [agreed, { quantity: 3, offerId: null }],
    total: 480.75,
  });
  expect(withQuantity(both, { productId: 1, quantity: 0 }).lines).toEqual([agreed]);
});
