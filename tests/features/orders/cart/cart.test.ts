import { beforeEach, describe, expect, test } from 'vitest';
import { cartLines } from '#features/orders/server/tables/carts.ts';
import { editProduct } from '#features/products/server/edit-product.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct, productForm } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

describe('the cart', () => {
  let market: Market;
  let caller: ReturnType<Market['caller']>;
  let token: string;
  let farm: { id: number };
  let kale: { id: number };
  let milk: { id: number };

  beforeEach(async () => {
    market = await makeMarket();
    ({ token } = await makeTestBuyer(market));
    caller = market.caller({ token });
    farm = await makeFarm(market);
    kale = await makeProduct(market, farm, { quantity: 20, price: 45.5 });
    milk = await makeProduct(
      market,
      await makeFarm(market, { name: 'Maziwa', deliveryFeeCents: 15_000 }),
      {
        name: 'Milk',
        price: 60,
      },
    );
  });

  test('is the same on every device, by farm, with sums in KES', async () => {
    await caller.buyer.cart.put({
      lines: [
        { productId: kale.id, quantity: 2.5 },
        { productId: milk.id, quantity: 3 },
      ],
    });
    const other = await market.caller({ token }).buyer.cart.get();
    expect(
      other.farms.map(({ farmName, subtotal, deliveryFee }) => ({
        farmName,
        subtotal,
        deliveryFee,
      })),
    ).toEqual([
      { farmName: 'Kilima Farm', subtotal: 113.75, deliveryFee: 0 },
      { farmName: 'Maziwa', subtotal: 180, deliveryFee: 150 },
    ]);
    expect(other).toMatchObject({ total: 293.75, lineCount: 2, canOrder: true });
    // The crop is drawn if there is no photo.
    expect(other.lines.map(({ crop }) => crop)).toEqual(['kale', 'milk']);
  });

  test('adds up several lines of one product', async () => {
    const cart = await caller.buyer.cart.put({
      lines: [
        { productId: kale.id, quantity: 0.1 },
        { productId: kale.id, quantity: 0.2 },
      ],
    });
    expect(cart.lines).toMatchObject([{ productId: kale.id, quantity: 0.3 }]);
  });

  test('merges a visitor’s lines once, however often they are sent', async () => {
    await caller.buyer.cart.setLine({ productId: kale.id, quantity: 5 });
    const lines = [
      { productId: kale.id, quantity: 2 },
      { productId: milk.id, quantity: 1 },
      { productId: 999_999, quantity: 1 },
    ];
    await caller.buyer.cart.add({ lines });
    const cart = await caller.buyer.cart.add({ lines });
    expect(cart.lines.map(({ productId, quantity }) => ({ productId, quantity }))).toEqual([
      { productId: kale.id, quantity: 5 },
      { productId: milk.id, quantity: 1 },
    ]);
  });

  test('reports what changed since a line was added, until today’s price is accepted', async () => {
    await caller.buyer.cart.put({ lines: [{ productId: kale.id, quantity: 4 }] });
    await changeProduct(market, kale.id, { priceCents: 5000 });
    expect((await caller.buyer.cart.get()).lines).toMatchObject([
      { problem: 'priceChanged', acceptedPrice: 45.5, price: 50 },
    ]);
    expect(
      (await caller.buyer.cart.setLine({ productId: kale.id, quantity: 4 })).lines,
    ).toMatchObject([{ problem: null }]);
    await changeProduct(market, kale.id, { quantity: 3 });
    expect(await caller.buyer.cart.get()).toMatchObject({
      canOrder: false,
      lines: [{ problem: 'notEnough', available: 3 }],
    });
    await changeProduct(market, kale.id, { deletedAt: market.services.clock() });
    expect(await caller.buyer.cart.get()).toMatchObject({
      total: 0,
      lines: [{ problem: 'gone', available: 0 }],
    });
  });

  test.each([
    [
      'a unit',
      { unit: 'pieces' },
      { acceptedUnit: 'bags', acceptedNetWeightKg: 90, unit: 'pieces', netWeightKg: null },
    ],
    [
      'a weight',
      { unit: 'bags', netWeightKg: 50 },
      { acceptedUnit: 'bags', acceptedNetWeightKg: 90, netWeightKg: 50 },
    ],
    [
      'a weight left out',
      { unit: 'bags' },
      { acceptedNetWeightKg: 90, unit: 'bags', netWeightKg: null },
    ],
  ] as const)(
    '%s that changed at the same price is reported until it is accepted',
    async (_what, change, said) => {
      const bag = productForm({ name: 'Maize', unit: 'bags', netWeightKg: 90, price: 3200 });
      const maize = await makeProduct(market, farm, bag);
      const line = { productId: maize.id, quantity: 2 };
      await caller.buyer.cart.put({ lines: [line] });
      const { netWeightKg: _left, ...packed } = bag;
      await editProduct(
        market.db,
        { ...packed, ...change, farmerId: farm.id, productId: maize.id },
        market.services,
      );
      const changed = { problem: 'priceChanged', acceptedPrice: 3200, price: 3200, ...said };
      expect(await caller.buyer.cart.get()).toMatchObject({ canOrder: false, lines: [changed] });
      // Merging a visitor's cart accepts nothing for lines that exist already.
      expect((await caller.buyer.cart.add({ lines: [line] })).lines).toMatchObject([
        { problem: 'priceChanged' },
      ]);
      expect(await caller.buyer.cart.setLine(line)).toMatchObject({
        canOrder: true,
        lines: [{ problem: null }],
      });
    },
  );

  test('a line without an accepted unit has the unit of its product', async () => {
    const line = { productId: kale.id, quantity: 2 };
    await caller.buyer.cart.put({ lines: [line] });
    await market.db.update(cartLines).set({ acceptedUnit: null, acceptedNetWeightKg: null });
    const known = { problem: null, acceptedUnit: 'kg', acceptedNetWeightKg: null };
    expect((await caller.buyer.cart.get()).lines).toMatchObject([known]);
  });

  test.each([0, -1, Number.NaN, 0.001, 1_000_001])(
    'a quantity of %s is refused, and nothing changes',
    async (quantity) => {
      await caller.buyer.cart.setLine({ productId: kale.id, quantity: 1 });
      await expect(caller.buyer.cart.setLine({ productId: kale.id, quantity })).rejects.toThrow(
        'INVALID_INPUT',
      );
      expect((await caller.buyer.cart.get()).lines).toMatchObject([{ quantity: 1 }]);
    },
  );

  test('a quantity with three decimals is refused with the reason', async () => {
    const answer = await market.request('/api/buyer/cart', {
      method: 'PUT',
      token,
      body: { lines: [{ productId: kale.id, quantity: 1.234 }] },
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('Use at most two decimals'),
    ]);
  });

  test('a cart with a product that is not offered is refused as a whole', async () => {
    await changeProduct(market, milk.id, { expiryDate: '2026-03-01' });
    const lines = [kale, milk].map(({ id }) => ({ productId: id, quantity: 1 }));
    await expect(caller.buyer.cart.put({ lines })).rejects.toThrow('PRODUCT_NOT_FOUND');
    expect((await caller.buyer.cart.get()).lines).toEqual([]);
  });

  test('holds a hundred products', { tags: ['long'] }, async () => {
    const farm = await makeFarm(market);
    const lines: { productId: number; quantity: number }[] = [];
    // One after the other: a busy machine would refuse some of a hundred simultaneous transactions.
    while (lines.length < 101)
      lines.push({ productId: (await makeProduct(market, farm)).id, quantity: 1 });
    await caller.buyer.cart.add({ lines: lines.slice(0, 100) });
    const [last] = lines.slice(100);
    if (!last) throw new Error('There is no hundred and first');
    await expect(caller.buyer.cart.setLine(last)).rejects.toThrow('CART_FULL');
    expect((await caller.buyer.cart.get()).lineCount).toBe(100);
  });

  test('GET and PUT /api/buyer/cart are the same cart', async () => {
    const put = await market.request('/api/buyer/cart', {
      token,
      method: 'PUT',
      body: { lines: [{ productId: kale.id, quantity: 2 }] },
    });
    expect(put.status).toBe(200);
    const got = (await (await market.request('/api/buyer/cart', { token })).json()) as object;
    expect(got).toMatchObject({
      success: true,
      nextCursor: null,
      lines: [{ productId: kale.id, quantity: 2, price: 45.5 }],
    });
  });
});
