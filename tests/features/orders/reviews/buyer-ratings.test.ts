import { describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder } from '#tests/factories/trade.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  completed,
  farm,
  givenTrade,
  market,
  order,
  refused,
} from '#tests/setup/each-test.ts';
import { START } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

describe('farmers rate buyers', () => {
  givenTrade();
  type Farm = { id: number; token: string };

  async function orderAt(at: Farm): Promise<number> {
    const { id: productId } = await makeProduct(market, at);
    return (await makeOrder(market, buyer, [{ productId, quantity: 1 }])).id;
  }
  async function completedAt(at: Farm): Promise<number> {
    const orderId = await orderAt(at);
    await asFarmer(at).confirm({ orderId });
    await asFarmer(at).dispatch({ orderId });
    await asFarmer(at).complete({ orderId, handoverCode: codeOf(orderId) });
    return orderId;
  }

  test('after completion, once, with one to five stars', async () => {
    const orderId = await order();
    await refused(asFarmer().rateBuyer({ orderId, rating: 5 }), 'REVIEW_NOT_ALLOWED');
    const done = await completed();
    expect((await asFarmer().get({ orderId: done })).steps).toContain('rateBuyer');
    for (const rating of [0, 6, 4.5]) {
      await refused(asFarmer().rateBuyer({ orderId: done, rating }), 'INVALID_INPUT');
    }
    const { status, body } = await call(
      market,
      `/api/farmer/orders/${done}/rate`,
      { rating: 4 },
      farm,
    );
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ givenRating: 4, buyerRating: null });
    expect((await asFarmer().get({ orderId: done })).steps).not.toContain('rateBuyer');
    await refused(asFarmer().rateBuyer({ orderId: done, rating: 1 }), 'REVIEW_EXISTS');
  });

  test("another farm's order cannot be rated", async () => {
    const orderId = await completed();
    await refused(
      asFarmer(await makeFarm(market)).rateBuyer({ orderId, rating: 1 }),
      'ORDER_NOT_FOUND',
    );
  });

  test('from three ratings on every farmer with an order of the buyer sees their mean; before that nobody does', async () => {
    const orderId = await order();
    const shown = async () => (await asFarmer().get({ orderId })).buyerRating;
    for (const [index, rating] of [5, 4, 4].entries()) {
      expect(await shown(), `after ${index} ratings`).toBeNull();
      const rater = await makeFarm(market, { visitedAt: START });
      await asFarmer(rater).rateBuyer({ orderId: await completedAt(rater), rating });
    }
    const unproven = await makeFarm(market);
    await asFarmer(unproven).rateBuyer({ orderId: await completedAt(unproven), rating: 1 });
    expect(await shown()).toEqual({ rating: 4.3, count: 3 });
    const { orders } = await asFarmer().list({});
    expect(orders).toMatchObject([
      { id: orderId, buyerRating: { rating: 4.3, count: 3 }, givenRating: null },
    ]);
  });

  test('the buyer does not see it with their orders', async () => {
    const orderId = await completed();
    await asFarmer().rateBuyer({ orderId, rating: 2 });
    const seen = Object.keys(await asBuyer().get({ orderId }));
    for (const hidden of ['buyerRating', 'givenRating']) expect(seen).not.toContain(hidden);
  });
});
