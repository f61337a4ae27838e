import { cartLines } from '#orders/server/cart/tables.ts';
import { editProduct } from '#products/server/edit-product.ts';
import {
  buyer,
  caller,
  changeProduct,
  db,
  farm,
  givenTrade,
  makeFarm,
  makeProduct,
  now,
  product,
  productForm,
  refused,
  request,
  services,
} from '#tests/setup/in-market.ts';

let milk: { id: number };
givenTrade({ goods: { quantity: 20, price: 45.5 } });
beforeEach(async () => {
  const dairy = await makeFarm({ name: 'Maziwa', deliveryFeeCents: 15_000 });
  milk = await makeProduct(dairy, { name: 'Milk', price: 60 });
});
const cart = () => caller(buyer).buyer.cart;

test('a cart is the same on every device, by farm, with sums in KES', async () => {
  await cart().put({
    lines: [
      { productId: product.id, quantity: 2.5 },
      { productId: milk.id, quantity: 3 },
    ],
  });
  const other = await cart().get();
  expect(other).toMatchObject({
    total: 293.75,
    lineCount: 2,
    canOrder: true,
    farms: [
      { farmName: 'Kilima Farm', subtotal: 113.75, deliveryFee: 0 },
      { farmName: 'Maziwa', subtotal: 180, deliveryFee: 150 },
    ],
  });
  // The crop is drawn if there is no photo.
  expect(other.lines.map(({ crop }) => crop)).toEqual(['kale', 'milk']);
});

test('a cart adds up several lines of one product', async () => {
  const twice = [0.1, 0.2].map((quantity) => ({ productId: product.id, quantity }));
  expect((await cart().put({ lines: twice })).lines).toMatchObject([{ quantity: 0.3 }]);
});

test('a cart merges a visitor’s lines once, however often they are sent', async () => {
  await cart().setLine({ productId: product.id, quantity: 5 });
  const lines = [
    { productId: product.id, quantity: 2 },
    { productId: milk.id, quantity: 1 },
    { productId: 999_999, quantity: 1 },
  ];
  await cart().add({ lines });
  const merged = await cart().add({ lines });
  expect(merged.lines).toMatchObject([
    { productId: product.id, quantity: 5 },
    { productId: milk.id, quantity: 1 },
  ]);
});

test('a cart reports what changed since a line was added, until today’s price is accepted', async () => {
  await cart().put({ lines: [{ productId: product.id, quantity: 4 }] });
  await changeProduct(product.id, { priceCents: 5000 });
  expect((await cart().get()).lines).toMatchObject([
    { problem: 'priceChanged', acceptedPrice: 45.5, price: 50 },
  ]);
  const accepted = await cart().setLine({ productId: product.id, quantity: 4 });
  expect(accepted.lines).toMatchObject([{ problem: null }]);
  await changeProduct(product.id, { quantity: 3 });
  expect(await cart().get()).toMatchObject({
    canOrder: false,
    lines: [{ problem: 'notEnough', available: 3 }],
  });
  await changeProduct(product.id, { deletedAt: now() });
  expect(await cart().get()).toMatchObject({
    total: 0,
    lines: [{ problem: 'gone', available: 0 }],
  });
});

test.each([
  ['a unit', { unit: 'pieces' }, { unit: 'pieces', netWeightKg: null }],
  ['a weight', { unit: 'bags', netWeightKg: 50 }, { unit: 'bags', netWeightKg: 50 }],
  ['a weight without a value', { netWeightKg: null }, { unit: 'bags', netWeightKg: null }],
] as const)(
  '%s that changed at the same price is reported until it is accepted',
  async (_what, change, said) => {
    const bag = productForm({ name: 'Maize', unit: 'bags', netWeightKg: 90, price: 3200 });
    const maize = await makeProduct(farm, bag);
    const line = { productId: maize.id, quantity: 2 };
    await cart().put({ lines: [line] });
    await editProduct({ ...services, db, user: farm }, { ...change, productId: maize.id });
    const accepted = { acceptedPrice: 3200, acceptedUnit: 'bags', acceptedNetWeightKg: 90 };
    const changed = { problem: 'priceChanged', price: 3200, ...accepted, ...said };
    expect(await cart().get()).toMatchObject({ canOrder: false, lines: [changed] });
    // Merging a visitor's cart accepts nothing for lines that exist already.
    expect((await cart().add({ lines: [line] })).lines).toMatchObject([
      { problem: 'priceChanged' },
    ]);
    expect(await cart().setLine(line)).toMatchObject({
      canOrder: true,
      lines: [{ problem: null }],
    });
  },
);

test('a line without an accepted unit has the unit of its product', async () => {
  const line = { productId: product.id, quantity: 2 };
  await cart().put({ lines: [line] });
  await db.update(cartLines).set({ acceptedUnit: null, acceptedNetWeightKg: null });
  const known = { problem: null, acceptedUnit: 'kg', acceptedNetWeightKg: null };
  expect((await cart().get()).lines).toMatchObject([known]);
});

test.each([0, -1, 0.001, 1_000_001])('a quantity of %s is refused', async (quantity) => {
  await refused(cart().setLine({ productId: product.id, quantity }), 'INVALID_INPUT');
});

test('a quantity with three decimals is refused with the reason', async () => {
  const answer = await request('/api/buyer/cart', {
    method: 'PUT',
    token: buyer.token,
    body: { lines: [{ productId: product.id, quantity: 1.234 }] },
  });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('Use at most two decimals'),
  ]);
});

test('a cart with a product that is not offered is refused as a whole', async () => {
  await changeProduct(milk.id, { expiryDate: '2026-03-01' });
  const lines = [product, milk].map(({ id }) => ({ productId: id, quantity: 1 }));
  await refused(cart().put({ lines }), 'PRODUCT_NOT_FOUND');
  expect((await cart().get()).lines).toEqual([]);
});

test('a cart holds a hundred products', async () => {
  const lines: { productId: number; quantity: number }[] = [];
  // One after the other: a busy machine would refuse some of a hundred simultaneous transactions.
  while (lines.length < 100) lines.push({ productId: (await makeProduct(farm)).id, quantity: 1 });
  await cart().add({ lines });
  await refused(cart().setLine({ productId: product.id, quantity: 1 }), 'CART_FULL');
  expect((await cart().get()).lineCount).toBe(100);
});
