import {
  buyer,
  caller,
  changeProduct,
  countRows,
  farm,
  givenTrade,
  makeProduct,
  now,
  product,
} from '#tests/setup/in-market.ts';

givenTrade({ farm: { deliveryFeeCents: 20_000, minimumOrderCents: 50_000 } });
const cart = (lines: { productId: number; quantity: number }[], place = {}) =>
  caller().market.cart({ lines, ...place });

test('a visitor’s cart is read like a buyer’s cart with the same lines, and not stored', async () => {
  const [kale, beans] = [
    await makeProduct(farm, { name: 'Kale' }),
    await makeProduct(farm, { name: 'Beans' }),
  ];
  const lines = [
    { productId: beans.id, quantity: 2.5 },
    { productId: kale.id, quantity: 999_999 },
  ];
  const visitors = await cart(lines);
  expect(await countRows('cart_lines')).toBe(0);
  expect(visitors.lines.map(({ name, problem }) => [name, problem])).toEqual([
    ['Beans', null],
    ['Kale', 'notEnough'],
  ]);
  const buyers = await caller(buyer).buyer.cart.put({ lines });
  const byProduct = <Line extends { productId: number }>(rows: Line[]) =>
    [...rows].sort((a, b) => a.productId - b.productId);
  expect(byProduct(visitors.lines)).toEqual(byProduct(buyers.lines));
  expect(visitors.total).toBe(buyers.total);
  expect(visitors.farms).toMatchObject([{ deliveryFee: 200, minimumOrder: 500 }]);
});

test('a visitor’s cart, given a place, says whether the farm delivers there; without one, says nothing about it', async () => {
  const lines = [{ productId: product.id, quantity: 1 }];
  expect((await cart(lines)).reaches).toEqual([]);
  expect((await cart(lines, { latitude: -0.4169, longitude: 36.9474 })).reaches).toMatchObject([
    { farmId: farm.id, delivers: true },
  ]);
  const [far] = (await cart(lines, { latitude: -4.04, longitude: 39.66 })).reaches;
  expect(far).toMatchObject({ delivers: false });
  expect(far?.distanceKm).toBeGreaterThan(400);
});

test('a visitor’s cart leaves out products that are not offered', async () => {
  const [sold, hidden] = [await makeProduct(farm), await makeProduct(farm)];
  await changeProduct(sold.id, { quantity: 0 });
  await changeProduct(hidden.id, { hiddenAt: now() });
  const lines = [sold.id, hidden.id, 999_999].map((productId) => ({ productId, quantity: 1 }));
  expect(await cart(lines)).toMatchObject({ lines: [], farms: [], total: 0 });
});
