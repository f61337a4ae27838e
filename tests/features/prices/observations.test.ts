import { asc } from 'drizzle-orm';
import { users } from '#accounts/server/tables/users.ts';
import { farms } from '#farms/server/tables.ts';
import { paymentAttempts } from '#orders/server/payments/tables.ts';
import { observeToday } from '#prices/server/feature.ts';
import { priceObservations } from '#prices/server/tables.ts';
import {
  advance,
  caller,
  changeOrder,
  changeProduct,
  codeOf,
  DAY,
  db,
  eq,
  type Farm,
  givenMarket,
  makeFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  market,
  productForm,
  START,
  services,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

givenMarket();

let farm: Farm;
beforeEach(async () => {
  farm = await makeFarm();
});
const observations = () => db.select().from(priceObservations).orderBy(asc(priceObservations.id));
const prices = async () => (await observations()).map(({ pricePerKgCents }) => pricePerKgCents);

test('an asking price is observed when a product is listed, by crop, county, day, quantity and farm', async () => {
  const { id } = await makeProduct(farm, {
    name: 'Nyanya',
    unit: 'bags',
    netWeightKg: 64,
    price: 3200,
    quantity: 5,
  });
  expect(await observations()).toMatchObject([
    {
      ...{ kind: 'asked', crop: 'tomato', county: 'Nyeri', day: '2026-03-02' },
      ...{ pricePerKgCents: 5000, quantityKg: 320, farmId: farm.id, productId: id },
    },
  ]);
});

test('an asking price is observed again when price, weight or crop change, and not when anything else does', async () => {
  const { id: productId } = await makeProduct(farm, { price: 50 });
  const edit = (input: object) =>
    market
      .caller(farm)
      .farmer.products.edit({ ...productForm({ price: 50 }), productId, ...input });
  await edit({ description: 'Fresh', quantity: 7 });
  expect(await prices()).toEqual([5000]);
  await edit({ price: 60 });
  await edit({ price: 60, crop: 'spinach' });
  await edit({ price: 60, crop: 'spinach', unit: 'bags', netWeightKg: 20 });
  expect(
    (await observations()).map(({ crop, pricePerKgCents }) => [crop, pricePerKgCents]),
  ).toEqual([
    ['kale', 5000],
    ['kale', 6000],
    ['spinach', 6000],
    ['spinach', 300],
  ]);
});

test('an asking price is not observed without a crop, without a weight, or without stock', async () => {
  await makeProduct(farm, { name: 'Mixed vegetables' });
  await makeProduct(farm, { unit: 'bags' });
  await makeProduct(farm, { quantity: 0 });
  expect(await observations()).toEqual([]);
});

test('an asking price: F115: counts from the day on which the farm is proven', async () => {
  await makeProduct(farm);
  await db.update(farms).set({ visitedAt: START }).where(eq(farms.userId, farm.id));
  advance(DAY);
  await observeToday(db, services);
  expect((await observations()).map(({ isProven }) => isProven)).toEqual([false, true]);
});

test('an asking price is observed once a day while it is offered, however many processes do it', async () => {
  const { id } = await makeProduct(farm);
  const hidden = await makeProduct(farm, { price: 70 });
  const round = () => Promise.all([1, 2, 3, 4].map(() => observeToday(db, services)));
  await round();
  expect(await prices()).toEqual([4550, 7000]);
  await changeProduct(hidden.id, { hiddenAt: services.clock() });
  advance(DAY);
  await round();
  await round();
  expect((await observations()).map(({ productId, day }) => [productId, day])).toEqual([
    [id, '2026-03-02'],
    [hidden.id, '2026-03-02'],
    [id, '2026-03-03'],
  ]);
});

describe('a paid price', () => {
  let farm: Farm;
  let buyer: TestBuyer;
  beforeEach(async () => {
    farm = await makeFarm();
    buyer = await makeTestBuyer();
  });
  const paid = () =>
    db
      .select()
      .from(priceObservations)
      .where(eq(priceObservations.kind, 'paid'))
      .orderBy(asc(priceObservations.id));
  const order = async () => {
    const { id: productId } = await makeProduct(farm, { price: 40 });
    const { id } = await makeOrder(buyer, [{ productId, quantity: 3 }]);
    await caller(farm).farmer.orders.confirm({ orderId: id });
    return { id, productId };
  };
  const change = (userId: number, to: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(to).where(eq(users.id, userId));
  const handOver = async (orderId: number) => {
    await caller(farm).farmer.orders.dispatch({ orderId });
    await caller(farm).farmer.orders.complete({ orderId, handoverCode: codeOf(orderId) });
  };

  test('is observed when a cash order is completed, once per line', async () => {
    const { id, productId } = await order();
    expect(await paid()).toEqual([]);
    advance(60);
    await handOver(id);
    expect(await paid()).toMatchObject([
      {
        ...{ kind: 'paid', crop: 'kale', county: 'Nyeri', day: '2026-03-02' },
        ...{ pricePerKgCents: 4000, quantityKg: 3, farmId: farm.id, productId },
        ...{ buyerId: buyer.id, orderId: id, isRelated: false, isProven: false },
      },
    ]);
  });

  test('of bags has the weight of the order, whatever the farmer changes later', async () => {
    const maize = { name: 'Dry maize', unit: 'bags' as const, price: 3600, netWeightKg: 90 };
    const { id: productId } = await makeProduct(farm, maize);
    const { id } = await makeOrder(buyer, [{ productId, quantity: 2 }]);
    await caller(farm).farmer.orders.confirm({ orderId: id });
    await changeProduct(productId, { netWeightKg: 9 });
    await handOver(id);
    expect(await paid()).toMatchObject([{ pricePerKgCents: 4000, quantityKg: 180 }]);
  });

  test('F115: counts if it was paid by M-Pesa and both sides are proven', async () => {
    const sell = async (paymentMethod: 'M-Pesa' | 'Cash on delivery') => {
      const { id } = await order();
      if (paymentMethod === 'M-Pesa')
        await changeOrder(id, { paymentMethod, paymentStatus: 'paid', paidAt: START });
      await handOver(id);
    };
    const prove = (userId: number, phoneNumber: string) =>
      change(userId, { phoneNumber, phoneVerifiedAt: START });
    await sell('M-Pesa');
    await prove(farm.id, '+254112345678');
    await sell('M-Pesa');
    await prove(buyer.id, '+254722000111');
    await sell('Cash on delivery');
    await sell('M-Pesa');
    expect((await paid()).map(({ isProven }) => isProven)).toEqual([false, false, false, true]);
  });

  test('between accounts of one person is stored, and marked', async () => {
    const { id } = await order();
    await change(buyer.id, { phoneNumber: '+254112345678' });
    await handOver(id);
    expect(await paid()).toMatchObject([{ isRelated: true }]);
  });

  test("from the farm's own phone is marked too", async () => {
    const { id } = await order();
    const now = services.clock();
    await changeOrder(id, { paymentMethod: 'M-Pesa', paymentStatus: 'paid', paidAt: now });
    await db.insert(paymentAttempts).values({
      ...{ orderId: id, status: 'paid', tokenHash: 'none', phoneNumber: '+254112345678' },
      ...{ amountCents: 12_000, requestedAt: now, askAgainAt: now },
    });
    await handOver(id);
    expect(await paid()).toMatchObject([{ isRelated: true }]);
  });

  test('stays unchanged when both accounts are deleted', async () => {
    const { id } = await order();
    await handOver(id);
    const before = await db.select().from(priceObservations);
    expect(before).toHaveLength(2);
    await db.delete(users);
    expect(await db.select().from(priceObservations)).toEqual(before);
  });
});
