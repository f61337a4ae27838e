/** @module-tag long */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { farms } from '#features/farms/server/tables.ts';
import { products } from '#features/products/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import {
  booksOf,
  changeOrder,
  makeOrder,
  makeTestBuyer,
  nearPlace,
} from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

let market: Market;
let buyer: { id: number; token: string; email: string };
let farm: { id: number; token: string };
let kale: { id: number };
let eggs: { id: number };

beforeEach(async () => {
  market = await makeMarket();
  buyer = await makeTestBuyer(market);
  farm = await makeFarm(market);
  kale = await makeProduct(market, farm, { quantity: 80, price: 50 });
  eggs = await makeProduct(market, farm, { name: 'Eggs', unit: 'trays', quantity: 9, price: 400 });
});

const asBuyer = () => market.caller({ token: buyer.token }).buyer.orders;
const asFarmer = (token = farm.token) => market.caller({ token }).farmer.orders;
const ordered = (overrides = {}) =>
  makeOrder(
    market,
    buyer,
    [
      { productId: kale.id, quantity: 50 },
      { productId: eggs.id, quantity: 3 },
    ],
    overrides,
  );
const lineIds = async (orderId: number) =>
  (await asFarmer().get({ orderId })).lines.map(({ id }) => id);

/** The farmer accepts with these quantities of kale and eggs. */
async function acceptPart(orderId: number, [kaleKg, eggTrays]: [number, number], more = {}) {
  const [lineId = 0, eggLine = 0] = await lineIds(orderId);
  const lines = [
    { lineId, quantity: kaleKg },
    { lineId: eggLine, quantity: eggTrays },
  ];
  return asFarmer().confirm({ orderId, lines, ...more });
}

describe('accepting a part of an order', () => {
  test('the total falls at once, and everyone sees what was ordered and what there is', async () => {
    const { id } = await ordered();
    const accepted = await acceptPart(id, [38, 3]);
    expect(accepted).toMatchObject({
      status: 'confirmed',
      amount: 38 * 50 + 3 * 400,
      quantity: '38 kg, 3 trays',
      lines: [
        { quantity: 38, orderedQuantity: 50, total: 1900 },
        { quantity: 3, orderedQuantity: null, total: 1200 },
      ],
    });
    const seen = await asBuyer().get({ orderId: id });
    expect(seen).toMatchObject({
      total: 3100,
      subtotal: 3100,
      lines: [{ orderedQuantity: 50 }, {}],
    });
    expect(seen.events.map(({ subject, from, to }) => `${subject} ${from} ${to}`)).toEqual([
      'status null pending',
      'total 370000 310000',
      'status pending confirmed',
    ]);
    await market.workThroughOutbox();
    const letter = market.mailbox.findLast(({ to }) => to === buyer.email);
    expect(letter?.text).toContain('38 of 50 kg Sukuma wiki');
    expect(letter?.text).toContain('3,100.00');
  });

  test('the missing goods do not exist, so nobody can order them', async () => {
    const { id } = await ordered();
    await acceptPart(id, [38, 3]);
    expect(await booksOf(market, kale.id)).toMatchObject({
      putIn: 68,
      onHand: 30,
      reserved: 38,
      isBalanced: true,
    });
  });

  test('unless the farmer says that the rest is there: then it is on offer again', async () => {
    const { id } = await ordered();
    await acceptPart(id, [38, 3], { isRestThere: true });
    expect(await booksOf(market, kale.id)).toMatchObject({
      putIn: 80,
      onHand: 42,
      reserved: 38,
      isBalanced: true,
    });
  });

  test('a line may become 0; its stock is gone and it costs nothing', async () => {
    const { id } = await ordered();
    expect(await acceptPart(id, [0, 3])).toMatchObject({
      status: 'confirmed',
      amount: 1200,
      lines: [{ quantity: 0, total: 0 }, {}],
    });
    expect(await booksOf(market, kale.id)).toMatchObject({ reserved: 0, isBalanced: true });
    await asFarmer().cancel({ orderId: id });
    expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 30, isBalanced: true });
    expect(await booksOf(market, eggs.id)).toMatchObject({ onHand: 9, isBalanced: true });
  });

  test('nothing of any line rejects the order', async () => {
    const { id } = await ordered();
    expect(await acceptPart(id, [0, 0])).toMatchObject({ status: 'rejected', amount: 3700 });
    expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 30, isBalanced: true });
  });

  test('the delivery fee stays, and the minimum order does not apply again', async () => {
    await market.db
      .update(farms)
      .set({ deliveryFeeCents: 15_000, minimumOrderCents: 300_000 })
      .where(eq(farms.userId, farm.id));
    const { id } = await ordered({
      fulfilment: 'delivery',
      deliveryAddress: 'Karatina',
      ...nearPlace,
    });
    expect(await acceptPart(id, [1, 0])).toMatchObject({ amount: 50 + 150, deliveryFee: 150 });
  });

  test('an expired reservation takes only the part that there is', async () => {
    const { id } = await ordered();
    await changeOrder(market, id, { stockReleasedAt: market.services.clock() });
    await market.db.update(products).set({ quantity: 38 }).where(eq(products.id, kale.id));
    const [line] = (await asFarmer().get({ orderId: id })).lines;
    expect(line).toMatchObject({ quantity: 50, available: 38 });
    await acceptPart(id, [38, 3]);
    const [stock] = await market.db.select().from(products).where(eq(products.id, kale.id));
    expect(stock?.quantity).toBe(0);
  });
});

describe('what an acceptance refuses', () => {
  test.each([
    { quantity: 51, code: 'MORE_THAN_ORDERED', says: 'has 50 kg of Sukuma wiki' },
    { quantity: 40, quantitySeen: 45, code: 'ORDER_LINE_CHANGED', says: 'is now 50 kg' },
  ])('$quantity kg: $code, and nothing changes', async ({ code, says, ...line }) => {
    const { id: orderId } = await ordered();
    const [lineId = 0] = await lineIds(orderId);
    const body = { lines: [{ lineId, ...line }] };
    await expect(asFarmer().confirm({ orderId, ...body })).rejects.toMatchObject({
      cause: { code },
    });
    const path = `/api/farmer/orders/${orderId}/confirm`;
    const answer = await market.request(path, { token: farm.token, body });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining(says) });
    expect(await asFarmer().get({ orderId })).toMatchObject({ status: 'pending', amount: 3700 });
    expect(await booksOf(market, kale.id)).toMatchObject({ reserved: 50, isBalanced: true });
  });

  test.each([-1, 0.004, 38.555, Number.NaN, 2_000_000])('%s is no quantity', async (quantity) => {
    const { id: orderId } = await ordered();
    const [lineId = 0] = await lineIds(orderId);
    await expect(
      asFarmer().confirm({ orderId, lines: [{ lineId, quantity }] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await asFarmer().get({ orderId })).toMatchObject({ status: 'pending' });
  });

  test("a line twice, and another order's line", async () => {
    const { id: orderId } = await ordered();
    const { id: other } = await makeOrder(market, buyer, [{ productId: eggs.id, quantity: 1 }]);
    const [lineId = 0] = await lineIds(orderId);
    const [foreign = 0] = await lineIds(other);
    const one = { lineId, quantity: 1 };
    await expect(asFarmer().confirm({ orderId, lines: [one, one] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(
      asFarmer().confirm({ orderId, lines: [{ lineId: foreign, quantity: 1 }] }),
    ).rejects.toMatchObject({ cause: { code: 'ORDER_LINE_NOT_FOUND' } });
  });

  test("an order that has ended keeps its lines, and another farm's is not found", async () => {
    const { id: orderId } = await ordered();
    const lines = [{ lineId: (await lineIds(orderId))[0] ?? 0, quantity: 1 }];
    const stranger = await makeFarm(market);
    await expect(asFarmer(stranger.token).confirm({ orderId, lines })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_FOUND' },
    });
    await asBuyer().cancel({ orderId });
    await expect(asFarmer().confirm({ orderId, lines })).rejects.toMatchObject({
      cause: { code: 'STEP_NOT_ALLOWED' },
    });
    expect(await asFarmer().get({ orderId })).toMatchObject({ amount: 3700 });
  });
});

describe('less of an accepted order', () => {
  const shorten = async (orderId: number, quantity: number, more = {}) => {
    const [lineId = 0] = await lineIds(orderId);
    return asFarmer().shorten({ orderId, lines: [{ lineId, quantity, ...more }] });
  };

  test('tells the buyer, who may cancel for two hours', async () => {
    const { id: orderId } = await ordered();
    await asFarmer().confirm({ orderId });
    await market.workThroughOutbox();
    market.mailbox.length = 0;
    expect(await shorten(orderId, 20)).toMatchObject({ status: 'confirmed', amount: 2200 });
    await market.workThroughOutbox();
    expect(market.mailbox.map(({ to, subject }) => [to, subject])).toEqual([
      [buyer.email, `Order #${orderId}: there is less than you ordered`],
    ]);
    expect(market.mailbox[0]?.text).toContain('20 of 50 kg Sukuma wiki');
    const { cancellableUntil } = await asBuyer().get({ orderId });
    expect(cancellableUntil).toEqual(new Date(market.services.clock().getTime() + 2 * 3_600_000));
  });

  test('a paid order can be cancelled within two hours of it, and not afterwards', async () => {
    for (const seconds of [2 * 3600 - 1, 2 * 3600]) {
      const { id: orderId } = await ordered();
      await asFarmer().confirm({ orderId });
      await changeOrder(market, orderId, {
        paymentMethod: 'M-Pesa',
        paymentStatus: 'paid',
        paidAt: market.services.clock(),
      });
      await expect(asBuyer().cancel({ orderId })).rejects.toMatchObject({
        cause: { code: 'STEP_NOT_ALLOWED' },
      });
      await shorten(orderId, 20);
      market.advance(seconds);
      const cancelling = asBuyer().cancel({ orderId });
      if (seconds < 2 * 3600) expect(await cancelling).toMatchObject({ status: 'cancelled' });
      else await expect(cancelling).rejects.toMatchObject({ cause: { code: 'STEP_NOT_ALLOWED' } });
    }
  });

  test('the same again changes nothing and tells nobody; the quantity only falls', async () => {
    const { id: orderId } = await ordered();
    await asFarmer().confirm({ orderId });
    await shorten(orderId, 20, { quantitySeen: 50 });
    const before = await asFarmer().get({ orderId });
    await market.workThroughOutbox();
    market.mailbox.length = 0;
    expect(await shorten(orderId, 20, { quantitySeen: 50 })).toEqual(before);
    await market.workThroughOutbox();
    expect(market.mailbox).toEqual([]);
    await expect(shorten(orderId, 30)).rejects.toMatchObject({
      cause: { code: 'MORE_THAN_ORDERED' },
    });
    await expect(shorten(orderId, 10, { quantitySeen: 50 })).rejects.toMatchObject({
      cause: { code: 'ORDER_LINE_CHANGED' },
    });
    expect(await booksOf(market, kale.id)).toMatchObject({ reserved: 20, isBalanced: true });
  });

  test('nothing left cancels it; once dispatched it is too late', async () => {
    const { id: orderId } = await ordered();
    await asFarmer().confirm({ orderId });
    const lines = (await lineIds(orderId)).map((lineId) => ({ lineId, quantity: 0 }));
    expect(await asFarmer().shorten({ orderId, lines })).toMatchObject({ status: 'cancelled' });
    const { id: sent } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 5 }]);
    await asFarmer().confirm({ orderId: sent });
    await asFarmer().dispatch({ orderId: sent });
    await expect(shorten(sent, 1)).rejects.toMatchObject({ cause: { code: 'STEP_NOT_ALLOWED' } });
    expect((await asFarmer().get({ orderId: sent })).steps).not.toContain('shorten');
  });

  test('a product that was erased in the meantime has no stock to correct', async () => {
    const { id: orderId } = await ordered();
    await asFarmer().confirm({ orderId });
    await market.caller({ token: farm.token }).farmer.products.delete({ productId: kale.id });
    expect(await shorten(orderId, 20)).toMatchObject({ amount: 2200 });
    expect(await booksOf(market, kale.id)).toMatchObject({ reserved: 20, isBalanced: true });
  });

  test('two devices at the same moment leave one of their quantities, and balanced books', async () => {
    const { id: orderId } = await ordered();
    await asFarmer().confirm({ orderId });
    const done = await Promise.allSettled([
      shorten(orderId, 20, { quantitySeen: 50 }),
      shorten(orderId, 30, { quantitySeen: 50 }),
    ]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([2200, 2700]).toContain((await asFarmer().get({ orderId })).amount);
    expect(await booksOf(market, kale.id)).toMatchObject({ isBalanced: true });
  });
});
