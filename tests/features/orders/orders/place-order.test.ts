import { beforeEach, describe, expect, test } from 'vitest';
import { orders } from '#features/orders/server/tables/orders.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct, productForm } from '#tests/factories/products.ts';
import {
  booksOf,
  farPlace,
  freshKey,
  makeOrders,
  makeTestBuyer,
  nearPlace,
  orderForm,
} from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';

describe('placing an order', () => {
  let market: Market;
  let buyer: { id: number; token: string };
  let caller: ReturnType<Market['caller']>;
  let farm: { id: number; token: string };
  let kale: { id: number };

  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market, { phoneVerifiedAt: START });
    caller = market.caller({ token: buyer.token });
    farm = await makeFarm(market, { deliveryFeeCents: 15_000 });
    kale = await makeProduct(market, farm, { quantity: 20, price: 45.55 });
  });

  const ordersStored = async () => (await market.db.select({ id: orders.id }).from(orders)).length;
  const place = (order = orderForm(), idempotencyKey = freshKey()) =>
    caller.buyer.orders.place({ idempotencyKey, order });
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
  const fill = (quantity = 2) =>
    caller.buyer.cart.put({ lines: [{ productId: kale.id, quantity }] });

  test('makes one order per farm, takes the stock, empties the cart and tells the farmers', async () => {
    const milk = await makeProduct(market, await makeFarm(market, { name: 'Maziwa' }), {
      name: 'Milk',
      quantity: 5,
      price: 60,
    });
    const placed = await makeOrders(market, buyer, [
      { productId: kale.id, quantity: 2.5 },
      { productId: milk.id, quantity: 5 },
    ]);
    expect(placed.map(({ farmName, total }) => ({ farmName, total }))).toEqual([
      { farmName: 'Kilima Farm', total: 114 },
      { farmName: 'Maziwa', total: 300 },
    ]);
    expect((await caller.buyer.cart.get()).lines).toEqual([]);
    expect(await booksOf(market, kale.id)).toMatchObject({
      onHand: 17.5,
      reserved: 2.5,
      isBalanced: true,
    });
    expect(await booksOf(market, milk.id)).toMatchObject({
      onHand: 0,
      reserved: 5,
      isBalanced: true,
    });
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
    expect((await caller.buyer.orders.list({})).orders).toMatchObject([
      { paymentStatus: 'pending', status: 'pending', total: 46 },
    ]);
  });

  test('the farmer is written to with the total as people write it', async () => {
    await changeProduct(market, kale.id, { priceCents: 50_000 });
    await fill(4);
    await place();
    await market.workThroughOutbox();
    expect(market.mailbox.at(-1)?.text).toContain('KES 2,000.00');
  });

  test('a price that changed is said with old and new, and nothing is ordered', async () => {
    await fill(2);
    await changeProduct(market, kale.id, { priceCents: 5000 });
    const response = await market.request('/api/buyer/orders', {
      ...{ token: buyer.token, body: orderForm(), headers: { 'idempotency-key': freshKey() } },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'PRICE_CHANGED',
      message: expect.stringContaining('from KES 45.55 / kg to KES 50.00 / kg'),
      changes: [{ productId: kale.id, oldPrice: 45.55, newPrice: 50 }],
    });
    expect(await ordersStored()).toBe(0);
    expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 20, isBalanced: true });
  });

  test('a bag is what it was when it was ordered, whatever the farmer changes later', async () => {
    const given = { name: 'Maize', unit: 'bags' as const, quantity: 30, price: 3200 };
    const maize = await makeProduct(market, farm, { ...given, netWeightKg: 90 });
    await caller.buyer.cart.put({ lines: [{ productId: maize.id, quantity: 2 }] });
    const [order] = (await place()).orders;
    const farmer = market.caller({ token: farm.token }).farmer;
    await farmer.products.edit({ ...productForm(given), netWeightKg: 50, productId: maize.id });
    const lines = [{ unit: 'bags', netWeightKg: 90, quantity: 2 }];
    const own = await caller.buyer.orders.get({ orderId: order?.id ?? 0 });
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
    await caller.buyer.cart.put({ lines: [{ productId: eggs.id, quantity: 2 }] });
    const inPieces = productForm({ name: 'Eggs', unit: 'pieces', quantity: 30, price: 400 });
    await market
      .caller({ token: farm.token })
      .farmer.products.edit({ ...inPieces, productId: eggs.id });
    const response = await market.request('/api/buyer/orders', {
      ...{
        token: buyer.token,
        body: orderForm(),
        headers: { 'idempotency-key': freshKey(), 'accept-language': 'en' },
      },
    });
    const [before, now] = [
      { oldPrice: 400, oldUnit: 'crates', oldNetWeightKg: 1.7 },
      { newPrice: 400, newUnit: 'pieces', newNetWeightKg: null },
    ];
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: 'PRICE_CHANGED',
      message:
        'The price of Eggs changed from KES 400.00 / 1.7 kg crate to KES 400.00 / piece. Nothing was ordered.',
      changes: [{ productId: eggs.id, ...before, ...now }],
    });
    expect(await ordersStored()).toBe(0);
    expect(await booksOf(market, eggs.id)).toMatchObject({ onHand: 30, isBalanced: true });
    await caller.buyer.cart.setLine({ productId: eggs.id, quantity: 2 });
    expect((await place()).orders).toMatchObject([{ total: 800 }]);
  });

  test('what is beyond stock, gone or hidden is refused whole', async () => {
    const other = await makeProduct(market, farm, { name: 'Spinach', quantity: 50 });
    const lines = [kale, other].map(({ id }) => ({ productId: id, quantity: 20 }));
    await caller.buyer.cart.put({ lines });
    await changeProduct(market, kale.id, { quantity: 19 });
    await expect(place()).rejects.toThrow('OUT_OF_STOCK');
    await changeProduct(market, kale.id, { quantity: 20, deletedAt: market.services.clock() });
    await expect(place()).rejects.toThrow('OFFER_GONE');
    await changeProduct(market, kale.id, { deletedAt: null, expiryDate: '2026-03-01' });
    await expect(place()).rejects.toThrow('OFFER_GONE');
    expect(await ordersStored()).toBe(0);
    expect(await booksOf(market, other.id)).toMatchObject({ onHand: 50, isBalanced: true });
    expect((await caller.buyer.cart.get()).lineCount).toBe(2);
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
      const response = await market.request('/api/buyer/orders', {
        token: buyer.token,
        body,
        headers: { 'idempotency-key': freshKey() },
      });
      expect(response.status).toBe(400);
    }
    expect(await ordersStored()).toBe(0);
  });

  test('a farm’s minimum order holds for deliveries; less may be collected', async () => {
    const dear = await makeFarm(market, { minimumOrderCents: 100_000 });
    const product = await makeProduct(market, dear, { price: 100, quantity: 20 });
    await caller.buyer.cart.put({ lines: [{ productId: product.id, quantity: 9.99 }] });
    await expect(place(delivered)).rejects.toThrow('BELOW_MINIMUM');
    expect((await place(orderForm({ fulfilment: 'collection' }))).orders).toHaveLength(1);
    await caller.buyer.cart.put({ lines: [{ productId: product.id, quantity: 10 }] });
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
      await caller.buyer.cart.put({ lines: [{ productId: eggs.id, quantity }] });
      const headers = { 'idempotency-key': freshKey(), 'accept-language': language };
      const response = await market.request('/api/buyer/orders', {
        token: buyer.token,
        body: order,
        headers,
      });
      return ((await response.json()) as { message: string }).message;
    };
    expect(await refusal(1, delivery, 'en')).toBe(
      'Farm in Nyeri delivers orders from KES 500.00. Yours comes to KES 20.00.',
    );
    expect(await refusal(1, delivery, 'sw')).toMatch(/^Shamba la Nyeri hufikisha/);
    expect(await refusal(30, delivery, 'en')).toMatch(/^Farm in Nyeri is 97\.5 km away/);
  });

  test('an empty cart, and M-Pesa where there is none, are refused', async () => {
    await expect(place()).rejects.toThrow('CART_EMPTY');
    await fill(1);
    await expect(place(orderForm({ paymentMethod: 'M-Pesa' }))).rejects.toThrow(
      'MPESA_NOT_AVAILABLE',
    );
  });

  test('another total than the buyer was looking at is refused', async () => {
    await fill(2);
    await expect(place(orderForm({ expectedTotal: 91 }))).rejects.toThrow('CART_CHANGED');
    expect((await place(orderForm({ expectedTotal: 92 }))).orders).toHaveLength(1);
  });

  test('another deposit than the buyer was looking at is refused', async () => {
    await openMpesa(market);
    const announced = { quantity: 20, price: 50, harvestDate: '2026-03-11', depositPercent: 20 };
    const kale = await makeProduct(market, farm, announced);
    await caller.buyer.cart.put({ lines: [{ productId: kale.id, quantity: 4 }] });
    const [quoted] = (await caller.buyer.orders.quote({})).farms;
    expect(quoted?.deposit).toBe(40);
    await changeProduct(market, kale.id, { depositPercent: 50 });
    const seen = { paymentMethod: 'M-Pesa' as const, expectedTotal: 200 };
    await expect(place(orderForm({ ...seen, expectedDeposit: 40 }))).rejects.toThrow(
      'CART_CHANGED',
    );
    expect(await ordersStored()).toBe(0);
    expect((await place(orderForm({ ...seen, expectedDeposit: 100 }))).orders).toHaveLength(1);
  });
});
