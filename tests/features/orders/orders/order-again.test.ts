import {
  asBuyer,
  asFarmer,
  buyer,
  caller,
  changeProduct,
  expectBooks,
  farm,
  freshKey,
  givenTrade,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  now,
  orderForm,
  product,
  refused,
} from '#tests/setup/in-market.ts';

let [eggs, milk] = [{ id: 0 }, { id: 0 }];

givenTrade();
beforeEach(async () => {
  eggs = await makeProduct(farm, { name: 'Eggs', unit: 'trays', quantity: 9, price: 400 });
  milk = await makeProduct(farm, { name: 'Milk', price: 60 });
});

async function ordered() {
  const lines = [
    { productId: product.id, quantity: 20 },
    { productId: eggs.id, quantity: 3 },
    { productId: milk.id, quantity: 5 },
  ];
  return (await makeOrder(buyer, lines)).id;
}

const again = (orderId: number) => asBuyer().again({ orderId });

test('an order again has the goods that are there, at today’s prices, beside those that were ordered', async () => {
  const orderId = await ordered();
  const [kale] = (await asFarmer().get({ orderId })).lines;
  await asFarmer().confirm({ orderId, lines: [{ lineId: kale?.id ?? 0, quantity: 15 }] });
  await changeProduct(eggs.id, { quantity: 2, priceCents: 45_000 });
  await changeProduct(milk.id, { deletedAt: now() });
  const { cart, ...earlier } = await again(orderId);
  expect(cart.lines).toMatchObject([
    { productId: product.id, quantity: 20, total: 1000, problem: null },
    { name: 'Eggs', quantity: 2, price: 450, total: 900, problem: null },
  ]);
  expect(earlier).toMatchObject({
    status: 'confirmed',
    ordered: [
      { productId: product.id, quantity: 20, got: 15 },
      { name: 'Eggs', quantity: 3, price: 400 },
      { name: 'Milk', quantity: 5 },
    ],
  });
});

test('an order again is quoted and placed as it is seen, and leaves the cart alone', async () => {
  const orderId = await ordered();
  const cart = [{ productId: milk.id, quantity: 1 }];
  await caller(buyer).buyer.cart.put({ lines: cart });
  const basket = (await again(orderId)).cart.lines.map(({ productId, quantity }) => ({
    productId,
    quantity,
  }));
  const quote = await asBuyer().quote({ basket });
  expect(quote.farms).toMatchObject([{ collectedTotal: 20 * 50 + 3 * 400 + 5 * 60 }]);
  const place = (changes: object) =>
    asBuyer().place({ idempotencyKey: freshKey(), order: orderForm({ basket, ...changes }) });
  await refused(place({ expectedTotal: 2499 }), 'CART_CHANGED');
  expect((await place({ expectedTotal: 2500 })).orders).toMatchObject([{ total: 2500 }]);
  expect((await caller(buyer).buyer.cart.get()).lines).toMatchObject(cart);
  await expectBooks({ onHand: 60, reserved: 40 });
  await changeProduct(eggs.id, { quantity: 1 });
  await refused(place({}), 'OUT_OF_STOCK');
  const unknown = [...basket, { productId: 999_999, quantity: 1 }];
  await refused(place({ basket: unknown }), 'PRODUCT_NOT_FOUND');
});

test('an order again is for its buyer alone', async () => {
  const orderId = await ordered();
  const other = await makeTestBuyer();
  await refused(asBuyer(other).again({ orderId }), 'ORDER_NOT_FOUND');
});
