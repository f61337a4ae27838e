import { beforeEach, describe, expect, test } from 'vitest';
import { resolveDispute } from '#features/orders/server/order-steps.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { changeOrder, codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

let numbers = 0;
/** A buyer with a verified number of their own. */
const makeProvenBuyer = (market: Market) =>
  makeTestBuyer(market, {
    phoneNumber: `+2547210${String(++numbers).padStart(5, '0')}`,
    phoneVerifiedAt: START,
  });

describe('ratings', () => {
  let market: Market;
  let farm: { id: number; token: string };
  let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
  let productId: number;
  const asBuyer = (by = buyer) => market.caller({ token: by.token }).buyer.orders;
  const asFarmer = () => market.caller({ token: farm.token }).farmer;
  const reviews = (cursor?: string) =>
    market.caller().market.farmReviews({ farmId: farm.id, ...(cursor && { cursor }) });

  /** A completed order of 10 kg at KES 45.50. */
  async function complete({ quantity = 10, by = buyer } = {}) {
    const { id: orderId } = await makeOrder(market, by, [{ productId, quantity }]);
    await asFarmer().orders.confirm({ orderId });
    await asFarmer().orders.dispatch({ orderId });
    await asFarmer().orders.complete({ orderId, handoverCode: codeOf(orderId) });
    return orderId;
  }

  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market, { email: 'wanjiru@shamba.example' });
    buyer = await makeProvenBuyer(market);
    productId = (await makeProduct(market, farm, { quantity: 500 })).id;
  });

  test('a completed order is rated once, only by its buyer', async () => {
    const orderId = await complete();
    const rated = await asBuyer().rate({ orderId, rating: 4, text: '  Fresh and well packed ' });
    expect(rated).toMatchObject({
      review: { rating: 4, text: 'Fresh and well packed', answer: null },
    });
    expect(rated.steps).not.toContain('rate');
    await expect(asBuyer().rate({ orderId, rating: 1 })).rejects.toThrow('REVIEW_EXISTS');
    const other = await makeProvenBuyer(market);
    await expect(
      market.caller({ token: other.token }).buyer.orders.rate({ orderId, rating: 1 }),
    ).rejects.toThrow('ORDER_NOT_FOUND');
    expect(await reviews()).toMatchObject({ rating: 4, count: 1 });
  });

  test("a list of farms includes each farm's rating if it has one", async () => {
    const unrated = await makeFarm(market, { email: 'kip@shamba.example' });
    await asBuyer().rate({ orderId: await complete(), rating: 4 });
    expect(
      await market.caller().market.farmRatings({ farmIds: [unrated.id, farm.id, farm.id] }),
    ).toEqual([{ farmId: farm.id, rating: 4, count: 1 }]);
  });

  test('of many simultaneous ratings of one order one counts', async () => {
    const orderId = await complete();
    const tries = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((rating) => asBuyer().rate({ orderId, rating })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await countRows(market.db, 'reviews')).toBe(1);
  });

  test('an order that is not completed cannot be rated', async () => {
    const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
    await expect(asBuyer().rate({ orderId, rating: 5 })).rejects.toThrow('REVIEW_NOT_ALLOWED');
    expect(await countRows(market.db, 'reviews')).toBe(0);
  });

  test.each([0, 6, 4.5, -1, Number.NaN])('%s stars are not a rating', async (rating) => {
    const orderId = await complete();
    await expect(asBuyer().rate({ orderId, rating })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await countRows(market.db, 'reviews')).toBe(0);
  });

  test('the farmer is told by mail, and replies once', async () => {
    const orderId = await complete();
    await asBuyer().rate({ orderId, rating: 3, text: 'Two days late' });
    market.mailbox.length = 0;
    while ((await market.workThroughOutbox()) > 0);
    const mail = market.mailbox.find(({ subject }) => subject.includes('3 of 5 stars'));
    expect(mail).toMatchObject({ to: 'wanjiru@shamba.example' });
    expect(mail?.text).toContain('Two days late');

    const answered = await asFarmer().orders.answerReview({
      orderId,
      answer: 'The road was flooded, sorry',
    });
    expect(answered).toMatchObject({ review: { answer: 'The road was flooded, sorry' } });
    expect(answered.steps).not.toContain('answer');
    await expect(asFarmer().orders.answerReview({ orderId, answer: 'Or was it?' })).rejects.toThrow(
      'REVIEW_ANSWERED',
    );
    expect((await reviews()).reviews).toMatchObject([{ answer: 'The road was flooded, sorry' }]);
  });

  test('an order without a rating cannot be replied to', async () => {
    const orderId = await complete();
    await expect(asFarmer().orders.answerReview({ orderId, answer: 'Thank you' })).rejects.toThrow(
      'REVIEW_NOT_ALLOWED',
    );
  });

  test("strangers see only a buyer's first name", async () => {
    const orderId = await complete();
    await asBuyer().rate({ orderId, rating: 5, text: 'Good' });
    const { reviews: shown } = await reviews();
    expect(shown).toEqual([
      {
        rating: 5,
        text: 'Good',
        answer: null,
        isCounted: true,
        buyerFirstName: 'Achieng',
        date: market.services.clock().toISOString(),
      },
    ]);
  });

  test('reviews come in pages, newest first, each once', { tags: ['long'] }, async () => {
    const ids = [];
    for (let made = 0; made < 7; made++) {
      const orderId = await complete({ quantity: 1 });
      await asBuyer().rate({ orderId, rating: 5, text: `Order ${orderId}` });
      ids.push(orderId);
    }
    const first = await reviews();
    const second = await reviews(first.nextCursor ?? '');
    expect([...first.reviews, ...second.reviews].map(({ text }) => text)).toEqual(
      ids.reverse().map((id) => `Order ${id}`),
    );
    expect([first.reviews.length, second.nextCursor]).toEqual([5, null]);
  });

  test('reputation is the mean with one decimal, and sales are completed orders: profile, overview and product page agree', {
    tags: ['long'],
  }, async () => {
    for (const rating of [5, 4, 4]) {
      const by = await makeProvenBuyer(market);
      await asBuyer(by).rate({ orderId: await complete({ by }), rating });
    }
    await makeOrder(market, buyer, [{ productId, quantity: 3 }]);
    const overview = await asFarmer().overview();
    // 455 shillings each.
    expect(overview).toMatchObject({
      pendingOrders: 1,
      completedOrders: 3,
      totalSales: 1365,
      reputationScore: 4.3,
    });
    expect(await asFarmer().profile()).toMatchObject({ totalSales: 1365, reputationScore: 4.3 });
    expect(await reviews()).toMatchObject({ rating: 4.3, count: 3 });
  });

  test('a rating counts and is shown while its order is completed, and not once it is disputed or cancelled', {
    tags: ['long'],
  }, async () => {
    const first = await makeProvenBuyer(market);
    await asBuyer(first).rate({ orderId: await complete({ by: first }), rating: 2 });
    const orderId = await complete();
    await asBuyer().rate({ orderId, rating: 5, text: 'Wonderful' });
    await changeOrder(market, orderId, { completedByClock: true });
    const standing = async () => {
      const { rating, count, reviews: shown } = await reviews();
      const [{ reputationScore }, overview] = [
        await asFarmer().profile(),
        await asFarmer().overview(),
      ];
      expect([reputationScore, overview.reputationScore]).toEqual([rating, rating]);
      return { rating, count, shown: shown.map(({ text }) => text) };
    };
    const both = { rating: 3.5, count: 2, shown: ['Wonderful', ''] };
    expect(await standing()).toEqual(both);
    const decide = async (to: 'completed' | 'cancelled') => {
      const now = market.services.clock();
      await market.db.transaction((tx) =>
        resolveDispute(tx, {
          orderId,
          to,
          reason: 'Looked into',
          now,
          priceRecords: market.services.priceRecords,
        }),
      );
    };
    await asBuyer().dispute({ orderId, reason: 'It never came' });
    expect(await standing()).toEqual({ rating: 2, count: 1, shown: [''] });
    await decide('completed');
    expect(await standing()).toEqual(both);
    await changeOrder(market, orderId, { status: 'disputed' });
    await decide('cancelled');
    expect(await standing()).toEqual({ rating: 2, count: 1, shown: [''] });
    // The buyer still sees her own review.
    expect(await asBuyer().get({ orderId })).toMatchObject({
      status: 'cancelled',
      review: { rating: 5 },
    });
  });

  test('a farm without orders has no rating and no sales', async () => {
    expect(await asFarmer().overview()).toMatchObject({
      pendingOrders: 0,
      completedOrders: 0,
      totalSales: 0,
      reputationScore: 0,
      recentOrders: [],
    });
    expect(await reviews()).toEqual({
      rating: 0,
      count: 0,
      buyerCount: 0,
      salesCount: 0,
      salesBuyerCount: 0,
      reviews: [],
      nextCursor: null,
    });
  });

  test('the overview shows the five newest orders', { tags: ['long'] }, async () => {
    const ids = [];
    for (let made = 0; made < 6; made++)
      ids.push((await makeOrder(market, buyer, [{ productId, quantity: 1 }])).id);
    const { recentOrders } = await asFarmer().overview();
    expect(recentOrders.map(({ id }) => id)).toEqual(ids.reverse().slice(0, 5));
  });

  test('POST /api/buyer/orders/{id}/rate does the same', async () => {
    const orderId = await complete();
    const path = `/api/buyer/orders/${orderId}/rate`;
    const rated = await call(market, path, { rating: 5, text: 'Asante' }, { token: buyer.token });
    expect(rated).toMatchObject({
      status: 200,
      body: { success: true, order: { id: orderId, review: { rating: 5 } } },
    });
    const again = await call(market, path, { rating: 5 }, { token: buyer.token });
    expect(again).toMatchObject({
      status: 409,
      body: { message: 'You have already rated this order.' },
    });
  });
});
