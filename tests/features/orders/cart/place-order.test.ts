import {
  asBuyer,
  asFarmer,
  buyer,
  call,
  caller,
  changeProduct,
  countRows,
  DAY,
  expectBooks,
  farm,
  farPlace,
  freshKey,
  givenTrade,
  mailbox,
  makeFarm,
  makeOrders,
  makeProduct,
  makeTestBuyer,
  market,
  nearPlace,
  now,
  openMpesa,
  order,
  orderForm,
  product,
  productForm,
  refusalOf,
  refused,
  runOutbox,
  START,
  services,
  wait,
} from '#tests/setup/in-market.ts';

givenTrade({
  buyer: { phoneVerifiedAt: START },
  farm: { deliveryFeeCents: 15_000 },
  goods: { quantity: 20, price: 45.55 },
});
const cart = () => caller(buyer).buyer.cart;

const ordersStored = () => countRows('orders');
const place = (form = orderForm()) => asBuyer().place({ idempotencyKey: freshKey(), order: form });
const placeOverRest = (body: object = orderForm(), language = 'en') =>
  call('/api/buyer/orders', body, {
    ...buyer,
    headers: { 'idempotency-key': freshKey(), 'accept-language': language },
  });
const delivery = { fulfilment: 'delivery', deliveryAddress: 'Kilimo Road' } as const;
const delivered = orderForm({ ...delivery, ...nearPlace });
const tooFar = orderForm({ ...delivery, ...farPlace });
const fill = (quantity = 2, { id: productId } = product) =>
  cart().put({ lines: [{ productId, quantity }] });

test('a checkout makes one order per farm, takes the stock, empties the cart and tells the farmers', async () => {
  const dairy = await makeFarm({ name: 'Maziwa' });
  const milk = await makeProduct(dairy, { quantity: 5, price: 60 });
  const placed = await makeOrders(buyer, [
    { productId: product.id, quantity: 2.5 },
    { productId: milk.id, quantity: 5 },
  ]);
  expect(placed).toMatchObject([
    { farmName: 'Kilima Farm', total: 114 },
    { farmName: 'Maziwa', total: 300 },
  ]);
  expect((await cart().get()).lines).toEqual([]);
  await expectBooks({ onHand: 17.5, reserved: 2.5 });
  await expectBooks({ onHand: 0, reserved: 5 }, milk.id);
  await runOutbox();
  expect(mailbox.map(({ subject }) => subject).sort()).toEqual(['New order #1', 'New order #2']);
});

test('a total is rounded up to the shilling, with the fee only where it is delivered', async () => {
  await fill(1);
  expect((await place(delivered)).orders).toMatchObject([{ total: 196 }]);
  await fill(1);
  expect((await place()).orders).toMatchObject([{ total: 46 }]);
});

test('prices and totals sent along change nothing', async () => {
  await fill(1);
  const lines = [{ productId: 1, price: 1 }];
  const forged = { total: 1, price: 1, status: 'completed', paymentStatus: 'paid', lines };
  await place({ ...orderForm(), ...forged });
  expect((await asBuyer().list({})).orders).toMatchObject([
    { paymentStatus: 'pending', status: 'pending', total: 46 },
  ]);
});

test('a price that changed is said with old and new, and nothing is ordered', async () => {
  await fill(2);
  await changeProduct(product.id, { priceCents: 5000 });
  expect(await placeOverRest()).toMatchObject({
    status: 409,
    body: {
      code: 'PRICE_CHANGED',
      message: expect.stringContaining('KES 45.55 / kg is now KES 50 / kg'),
      changes: [{ productId: product.id, oldPrice: 45.55, newPrice: 50 }],
    },
  });
  expect(await ordersStored()).toBe(0);
  expect((await caller().market.product({ productId: product.id })).quantity).toBe(20);
});

test('a bag is what it was when it was ordered, whatever the farmer changes later', async () => {
  const given = { name: 'Maize', unit: 'bags' as const, quantity: 30, price: 3200 };
  const maize = await makeProduct(farm, { ...given, netWeightKg: 90 });
  await fill(2, maize);
  const [placed] = (await place()).orders;
  await market
    .caller(farm)
    .farmer.products.edit({ ...productForm(given), netWeightKg: 50, productId: maize.id });
  expect((await asBuyer().get({ orderId: placed?.id ?? 0 })).lines).toMatchObject([
    { unit: 'bags', netWeightKg: 90, quantity: 2 },
  ]);
});

test('another unit at the same price is refused with what each price was for', async () => {
  const goods = { name: 'Eggs', quantity: 30, price: 400 };
  const crates = { ...goods, unit: 'crates' as const, netWeightKg: 1.7 };
  const eggs = await makeProduct(farm, crates);
  await fill(2, eggs);
  const inPieces = productForm({ ...goods, unit: 'pieces' });
  await caller(farm).farmer.products.edit({ ...inPieces, productId: eggs.id });
  const change = {
    ...{ oldPrice: 400, oldUnit: 'crates', oldNetWeightKg: 1.7 },
    ...{ newPrice: 400, newUnit: 'pieces', newNetWeightKg: null },
  };
  expect((await placeOverRest()).body).toMatchObject({
    code: 'PRICE_CHANGED',
    message: 'Eggs: KES 400 / 1.7 kg crate is now KES 400 / piece. Nothing was ordered.',
    changes: [{ productId: eggs.id, ...change }],
  });
  expect(await ordersStored()).toBe(0);
});

test('what is beyond stock, gone or hidden is refused whole', async () => {
  const other = await makeProduct(farm, { name: 'Spinach', quantity: 50 });
  const lines = [product, other].map(({ id }) => ({ productId: id, quantity: 20 }));
  await cart().put({ lines });
  await changeProduct(product.id, { quantity: 19 });
  await refused(place(), 'OUT_OF_STOCK');
  await changeProduct(product.id, { quantity: 20, deletedAt: now() });
  await refused(place(), 'OFFER_GONE');
  await changeProduct(product.id, { deletedAt: null, expiryDate: '2026-03-01' });
  await refused(place(), 'OFFER_GONE');
  expect(await ordersStored()).toBe(0);
  await expectBooks({ onHand: 50 }, other.id);
  expect((await cart().get()).lineCount).toBe(2);
});

test('a farm too far away says how far, and collecting there is possible', async () => {
  await fill(1);
  expect(await refusalOf(place(tooFar))).toMatchObject({
    code: 'TOO_FAR',
    facts: { farmId: farm.id, distanceKm: 97.5, coverageKm: 5 },
  });
  const farms = [{ farmId: farm.id, fulfilment: 'collection' as const }];
  const collected = await place({ ...tooFar, farms });
  expect(collected.orders).toMatchObject([{ total: 46 }]);
});

test('a delivery without a place, or half a place, is a 400', async () => {
  await fill(1);
  const { latitude } = nearPlace;
  for (const at of [{}, { latitude }, { longitude: 36.9 }]) {
    expect((await placeOverRest({ ...orderForm(delivery), ...at })).status).toBe(400);
  }
  expect(await ordersStored()).toBe(0);
});

test('a farm’s minimum order holds for deliveries; less may be collected', async () => {
  const dear = await makeFarm({ minimumOrderCents: 100_000 });
  const goods = await makeProduct(dear, { price: 100, quantity: 20 });
  await fill(9.99, goods);
  await refused(place(delivered), 'BELOW_MINIMUM');
  expect((await place(orderForm({ fulfilment: 'collection' }))).orders).toHaveLength(1);
  await fill(10, goods);
  expect((await place(delivered)).orders).toHaveLength(1);
});

test('a refusal calls a farm without a name of its own by its county, in either language', async () => {
  const own = { name: 'My Farm', county: 'Nyeri', minimumOrderCents: 50_000 };
  await fill(1, await makeProduct(await makeFarm(own), { price: 20 }));
  expect((await placeOverRest(tooFar)).body.message).toBe(
    'Farm in Nyeri delivers orders from KES 500. Yours is KES 20.',
  );
  expect((await placeOverRest(tooFar, 'sw')).body.message).toMatch(/^Shamba la Nyeri hufikisha/);
});

test('an empty cart, and M-Pesa where there is none, are refused', async () => {
  await refused(place(), 'CART_EMPTY');
  await fill(1);
  await refused(place(orderForm({ paymentMethod: 'M-Pesa' })), 'MPESA_NOT_AVAILABLE');
});

test('another total than the buyer was looking at is refused', async () => {
  await fill(2);
  await refused(place(orderForm({ expectedTotal: 91 })), 'CART_CHANGED');
  expect((await place(orderForm({ expectedTotal: 92 }))).orders).toHaveLength(1);
});

test('another deposit than the buyer was looking at is refused', async () => {
  await openMpesa();
  const announced = { quantity: 20, price: 50, harvestDate: '2026-03-11', depositPercent: 20 };
  const beans = await makeProduct(farm, announced);
  await fill(4, beans);
  const [quoted] = (await asBuyer().quote({})).farms;
  expect(quoted?.deposit).toBe(40);
  await changeProduct(beans.id, { depositPercent: 50 });
  const seen = { paymentMethod: 'M-Pesa' as const, expectedTotal: 200 };
  await refused(place(orderForm({ ...seen, expectedDeposit: 40 })), 'CART_CHANGED');
  expect(await ordersStored()).toBe(0);
  expect((await place(orderForm({ ...seen, expectedDeposit: 100 }))).orders).toHaveLength(1);
});

test('at most 20 orders wait for farmers at once', async () => {
  services.limits.maxPendingOrders = 20;
  for (let farms = 0; farms < 4; farms += 1) {
    const { id: productId } = await makeProduct(await makeFarm());
    for (let made = 0; made < 5; made += 1) await makeOrders(buyer, [{ productId, quantity: 0.5 }]);
  }
  await fill(0.5);
  await refused(place(), 'TOO_MANY_PENDING_ORDERS');
  await asBuyer().cancel({ orderId: 1 });
  expect((await place()).orders).toHaveLength(1);
});

test('a farm has at most five orders of a buyer in a day that it has not accepted, rejected ones among them', async () => {
  services.limits.maxPendingOrders = 20;
  const takeAll = async () => {
    await fill(20);
    return (await place()).orders[0]?.id ?? 0;
  };
  // Accepted, an order is no longer one of them.
  await fill(1);
  await asFarmer().confirm({ orderId: (await place()).orders[0]?.id ?? 0 });
  await changeProduct(product.id, { quantity: 20 });
  for (let made = 0; made < 4; made += 1)
    await asFarmer().reject({ orderId: await takeAll(), reason: 'Again?' });
  await asBuyer().cancel({ orderId: await takeAll() });
  await fill(1);
  const refusal = { code: 'TOO_MANY_ORDERS_OF_FARM', facts: { farmId: farm.id } };
  expect(await refusalOf(place())).toMatchObject(refusal);
  expect((await caller().market.product({ productId: product.id })).quantity).toBe(20);
  // Neither another farm, nor another buyer.
  const milk = await makeProduct(await makeFarm());
  await makeOrders(buyer, [{ productId: milk.id, quantity: 1 }]);
  await order(1, {}, await makeTestBuyer());
  await wait(DAY);
  await fill(1);
  expect((await place()).orders).toHaveLength(1);
});
