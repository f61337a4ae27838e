// One file because its tests share one set-up.
import { describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct, productForm } from '#tests/factories/products.ts';
import {
  farPlace,
  freshKey,
  makeOrders,
  makeTestBuyer,
  nearPlace,
  orderForm,
} from '#tests/factories/trade.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  DAY,
  expectBooks,
  farm,
  givenTrade,
  market,
  product,
  refused,
  wait,
} from '#tests/setup/each-test.ts';
import { START } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { call } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

describe('placing an order', () => {
  givenTrade({
    buyer: { phoneVerifiedAt: START },
    farm: { deliveryFeeCents: 15_000 },
    goods: { quantity: 20, price: 45.55 },
  });
  const cart = () => market.caller(buyer).buyer.cart;

  const ordersStored = () => countRows(market.db, 'orders');
  const place = (order = orderForm(), idempotencyKey = freshKey()) =>
    asBuyer().place({ idempotencyKey, order });
  const placeOverRest = (body: object = orderForm(), language = 'en') =>
    call(market, '/api/buyer/orders', body, {
      ...buyer,
      headers: { 'idempotency-key': freshKey(), 'accept-language': language },
    });
  const delivered = orderForm({
    fulfilment: 'delivery',
    deliveryAddress: 'Kilimo Road',
    ...nearPlace,
  });
  const delivery = orderForm({
    fulfilment: 'delivery',
    deliveryAddress: 'Moi Avenue',
    ...farPlace,
  });
  const fill = (quantity = 2, { id: productId } = product) =>
    cart().put({ lines: [{ productId, quantity }] });

  test('makes one order per farm, takes the stock, empties the cart and tells the farmers', async () => {
    const milk = await makeProduct(market, await makeFarm(market, { name: 'Maziwa' }), {
      name: 'Milk',
      quantity: 5,
      price: 60,
    });
    const placed = await makeOrders(market, buyer, [
      { productId: product.id, quantity: 2.5 },
      { productId: milk.id, quantity: 5 },
    ]);
    expect(placed.map(({ farmName, total }) => ({ farmName, total }))).toEqual([
      { farmName: 'Kilima Farm', total: 114 },
      { farmName: 'Maziwa', total: 300 },
    ]);
    expect((await cart().get()).lines).toEqual([]);
    await expectBooks({ onHand: 17.5, reserved: 2.5 });
    await expectBooks({ onHand: 0, reserved: 5 }, milk.id);
    await market.workThroughOutbox();
    expect(market.mailbox.map(({ subject }) => subject).sort()).toEqual([
      'New order #1',
      'New order #2',
    ]);
  });

  test('a total is rounded up to the shilling, with the fee only where it is delivered', async () => {
    await fill(1);
    expect((await place(delivered)).orders).toMatchObject([{ total: 196 }]);
    await fill(1);
    expect((await place()).orders).toMatchObject([{ total: 46 }]);
  });

  test('a hundredth of what costs a cent is a shilling, not nothing', async () => {
    const salt = await makeProduct(market, farm, { quantity: 10, price: 0.01 });
    expect(await makeOrders(market, buyer, [{ productId: salt.id, quantity: 0.01 }])).toMatchObject(
      [{ total: 1 }],
    );
  });

  test('prices and totals sent along change nothing', async () => {
    await fill(1);
    const forged = {
      ...orderForm(),
      total: 1,
      price: 1,
      status: 'completed',
      paymentStatus: 'paid',
      lines: [{ productId: 1, price: 1 }],
    };
    expect((await place(forged)).orders).toMatchObject([{ total: 46, status: 'pending' }]);
    expect((await asBuyer().list({})).orders).toMatchObject([
      { paymentStatus: 'pending', status: 'pending', total: 46 },
    ]);
  });

  test('the farmer is written to with the total as people write it', async () => {
    await changeProduct(market, product.id, { priceCents: 50_000 });
    await fill(4);
    await place();
    await market.workThroughOutbox();
    expect(market.mailbox.at(-1)?.text).toContain('KES 2,000.00');
  });

  test('a price that changed is said with old and new, and nothing is ordered', async () => {
    await fill(2);
    await changeProduct(market, product.id, { priceCents: 5000 });
    expect(await placeOverRest()).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'PRICE_CHANGED',
        message: expect.stringContaining('from KES 45.55 / kg to KES 50.00 / kg'),
        changes: [{ productId: product.id, oldPrice: 45.55, newPrice: 50 }],
      },
    });
    expect(await ordersStored()).toBe(0);
    await expectBooks({ onHand: 20 });
  });

  test('a bag is what it was when it was ordered, whatever the farmer changes later', async () => {
    const given = { name: 'Maize', unit: 'bags' as const, quantity: 30, price: 3200 };
    const maize = await makeProduct(market, farm, { ...given, netWeightKg: 90 });
    await fill(2, maize);
    const [order] = (await place()).orders;
    const { farmer } = market.caller(farm);
    await farmer.products.edit({ ...productForm(given), netWeightKg: 50, productId: maize.id });
    const lines = [{ unit: 'bags', netWeightKg: 90, quantity: 2 }];
    const own = await asBuyer().get({ orderId: order?.id ?? 0 });
    expect(own.lines).toMatchObject(lines);
    expect((await farmer.orders.list({})).orders).toMatchObject([{ lines }]);
  });

  test('another unit at the same price is refused as another price is, with what each price was for', async () => {
    const eggs = await makeProduct(market, farm, {
      name: 'Eggs',
      unit: 'crates',
      netWeightKg: 1.7,
      quantity: 30,
      price: 400,
    });
    await fill(2, eggs);
    const inPieces = productForm({ name: 'Eggs', unit: 'pieces', quantity: 30, price: 400 });
    await market.caller(farm).farmer.products.edit({ ...inPieces, productId: eggs.id });
    const [before, now] = [
      { oldPrice: 400, oldUnit: 'crates', oldNetWeightKg: 1.7 },
      { newPrice: 400, newUnit: 'pieces', newNetWeightKg: null },
    ];
    expect(await placeOverRest()).toMatchObject({
      status: 409,
      body: {
        code: 'PRICE_CHANGED',
        message:
          'The price of Eggs changed from KES 400.00 / 1.7 kg crate to KES 400.00 / piece. Nothing was ordered.',
        changes: [{ productId: eggs.id, ...before, ...now }],
      },
    });
    expect(await ordersStored()).toBe(0);
    await expectBooks({ onHand: 30 }, eggs.id);
    await cart().setLine({ productId: eggs.id, quantity: 2 });
    expect((await place()).orders).toMatchObject([{ total: 800 }]);
  });

  test('what is beyond stock, gone or hidden is refused whole', async () => {
    const other = await makeProduct(market, farm, { name: 'Spinach', quantity: 50 });
    const lines = [product, other].map(({ id }) => ({ productId: id, quantity: 20 }));
    await cart().put({ lines });
    await changeProduct(market, product.id, { quantity: 19 });
    await refused(place(), 'OUT_OF_STOCK');
    await changeProduct(market, product.id, { quantity: 20, deletedAt: market.services.clock() });
    await refused(place(), 'OFFER_GONE');
    await changeProduct(market, product.id, { deletedAt: null, expiryDate: '2026-03-01' });
    await refused(place(), 'OFFER_GONE');
    expect(await ordersStored()).toBe(0);
    await expectBooks({ onHand: 50 }, other.id);
    expect((await cart().get()).lineCount).toBe(2);
  });

  test('a farm too far away says how far, and collecting there is possible', async () => {
    await fill(1);
    const error = await place(delivery).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({
      message: 'TOO_FAR',
      cause: { details: { facts: { farmId: farm.id, distanceKm: 97.5, coverageKm: 5 } } },
    });
    const collected = await place({
      ...delivery,
      farms: [{ farmId: farm.id, fulfilment: 'collection' }],
    });
    expect(collected.orders).toMatchObject([{ total: 46 }]);
  });

  test('a delivery without a place, or half a place, is a 400', async () => {
    await fill(1);
    const { latitude } = nearPlace;
    for (const at of [{}, { latitude }, { longitude: 36.9 }]) {
      const body = orderForm({ fulfilment: 'delivery', deliveryAddress: 'Kilimo Road', ...at });
      expect((await placeOverRest(body)).status).toBe(400);
    }
    expect(await ordersStored()).toBe(0);
  });

  test('a farm’s minimum order holds for deliveries; less may be collected', async () => {
    const dear = await makeFarm(market, { minimumOrderCents: 100_000 });
    const goods = await makeProduct(market, dear, { price: 100, quantity: 20 });
    await fill(9.99, goods);
    await refused(place(delivered), 'BELOW_MINIMUM');
    expect((await place(orderForm({ fulfilment: 'collection' }))).orders).toHaveLength(1);
    await fill(10, goods);
    expect((await place(delivered)).orders).toHaveLength(1);
  });

  test('a farm without a name of its own is called by its county, in either language', async () => {
    const unnamed = await makeFarm(market, {
      name: 'My Farm',
      county: 'Nyeri',
      minimumOrderCents: 50_000,
    });
    const eggs = await makeProduct(market, unnamed, { quantity: 50, price: 20 });
    const refusal = async (quantity: number, order: object, language: string) => {
      await fill(quantity, eggs);
      return (await placeOverRest(order, language)).body.message;
    };
    expect(await refusal(1, delivery, 'en')).toBe(
      'Farm in Nyeri delivers orders from KES 500.00. Yours comes to KES 20.00.',
    );
    expect(await refusal(1, delivery, 'sw')).toMatch(/^Shamba la Nyeri hufikisha/);
    expect(await refusal(30, delivery, 'en')).toMatch(/^Farm in Nyeri is 97\.5 km away/);
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
    await openMpesa(market);
    const announced = { quantity: 20, price: 50, harvestDate: '2026-03-11', depositPercent: 20 };
    const beans = await makeProduct(market, farm, announced);
    await fill(4, beans);
    const [quoted] = (await asBuyer().quote({})).farms;
    expect(quoted?.deposit).toBe(40);
    await changeProduct(market, beans.id, { depositPercent: 50 });
    const seen = { paymentMethod: 'M-Pesa' as const, expectedTotal: 200 };
    await refused(place(orderForm({ ...seen, expectedDeposit: 40 })), 'CART_CHANGED');
    expect(await ordersStored()).toBe(0);
    expect((await place(orderForm({ ...seen, expectedDeposit: 100 }))).orders).toHaveLength(1);
  });

  test('at most 20 orders wait for farmers at once', async () => {
    market.services.limits = { ...market.services.limits, maxPendingOrders: 20 };
    for (let farms = 0; farms < 4; farms += 1) {
      const { id: productId } = await makeProduct(market, await makeFarm(market));
      for (let made = 0; made < 5; made += 1)
        await makeOrders(market, buyer, [{ productId, quantity: 0.5 }]);
    }
    await fill(0.5);
    await refused(place(), 'TOO_MANY_PENDING_ORDERS');
    await asBuyer().cancel({ orderId: 1 });
    expect((await place()).orders).toHaveLength(1);
  });

  test('a farm has at most five orders of a buyer in a day that it has not accepted, rejected ones among them', async () => {
    market.services.limits = { ...market.services.limits, maxPendingOrders: 20 };
    const takeAll = async () => {
      await fill(20);
      return (await place()).orders[0]?.id ?? 0;
    };
    // Accepted, an order is no longer one of them.
    await fill(1);
    await asFarmer().confirm({ orderId: (await place()).orders[0]?.id ?? 0 });
    await changeProduct(market, product.id, { quantity: 20 });
    for (let made = 0; made < 4; made += 1)
      await asFarmer().reject({ orderId: await takeAll(), reason: 'Again?' });
    await asBuyer().cancel({ orderId: await takeAll() });
    await fill(1);
    const refused = await place().catch((thrown: Error) => thrown);
    expect(refused).toMatchObject({
      message: 'TOO_MANY_ORDERS_OF_FARM',
      cause: { details: { facts: { farmId: farm.id } } },
    });
    expect((await market.caller().market.product({ productId: product.id })).quantity).toBe(20);
    // Neither another farm, nor another buyer.
    const milk = await makeProduct(market, await makeFarm(market, { name: 'Maziwa' }));
    expect(await makeOrders(market, buyer, [{ productId: milk.id, quantity: 1 }])).toHaveLength(1);
    expect(
      await makeOrders(market, await makeTestBuyer(market), [
        { productId: product.id, quantity: 1 },
      ]),
    ).toHaveLength(1);
    await wait(DAY);
    await fill(1);
    expect((await place()).orders).toHaveLength(1);
  });
});
