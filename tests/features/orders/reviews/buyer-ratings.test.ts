import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';

describe('farmers rate buyers', () => {
  let market: Market;
  let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market);
  });

  type Farm = Awaited<ReturnType<typeof makeFarm>>;
  const ordersOf = (farm: Farm) => market.caller(farm).farmer.orders;

  async function orderAt(farm: Farm): Promise<number> {
    const { id: productId } = await makeProduct(market, farm);
    return (
      await makeOrder(market, buyer, [{ productId, quantity: 1 }], {
        paymentMethod: 'Cash on delivery',
      })
    ).id;
  }
  async function completedAt(farm: Farm): Promise<number> {
    const orderId = await orderAt(farm);
    await ordersOf(farm).confirm({ orderId });
    await ordersOf(farm).dispatch({ orderId });
    await ordersOf(farm).complete({ orderId, handoverCode: codeOf(orderId) });
    return orderId;
  }

  test('after completion, once, with one to five stars', async () => {
    const farm = await makeFarm(market);
    const orderId = await orderAt(farm);
    expect(await outcomeOf(ordersOf(farm).rateBuyer({ orderId, rating: 5 }))).toBe(
      'REVIEW_NOT_ALLOWED',
    );
    const completed = await completedAt(farm);
    expect((await ordersOf(farm).get({ orderId: completed })).steps).toContain('rateBuyer');
    for (const rating of [0, 6, 4.5]) {
      expect(await outcomeOf(ordersOf(farm).rateBuyer({ orderId: completed, rating }))).toBe(
        'INVALID_INPUT',
      );
    }
    const { status, body } = await call(
      market,
      `/api/farmer/orders/${completed}/rate`,
      { rating: 4 },
      farm,
    );
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ givenRating: 4, buyerRating: null });
    expect((await ordersOf(farm).get({ orderId: completed })).steps).not.toContain('rateBuyer');
    expect(await outcomeOf(ordersOf(farm).rateBuyer({ orderId: completed, rating: 1 }))).toBe(
      'REVIEW_EXISTS',
    );
  });

  test("another farm's order cannot be rated", { tags: ['long'] }, async () => {
    const orderId = await completedAt(await makeFarm(market));
    expect(
      await outcomeOf(ordersOf(await makeFarm(market)).rateBuyer({ orderId, rating: 1 })),
    ).toBe('ORDER_NOT_FOUND');
  });

  test('from three ratings on every farmer with an order of the buyer sees their mean; before that nobody does', {
    tags: ['long'],
  }, async () => {
    const asked = await makeFarm(market);
    const orderId = await orderAt(asked);
    const shown = async () => (await ordersOf(asked).get({ orderId })).buyerRating;
    for (const [index, rating] of [5, 4, 4].entries()) {
      expect(await shown(), `after ${index} ratings`).toBeNull();
      const farm = await makeFarm(market, { visitedAt: START });
      await ordersOf(farm).rateBuyer({ orderId: await completedAt(farm), rating });
    }
    const unproven = await makeFarm(market);
    await ordersOf(unproven).rateBuyer({ orderId: await completedAt(unproven), rating: 1 });
    expect(await shown()).toEqual({ rating: 4.3, count: 3 });
    const { orders } = await ordersOf(asked).list({});
    expect(orders).toMatchObject([
      { id: orderId, buyerRating: { rating: 4.3, count: 3 }, givenRating: null },
    ]);
  });

  test('the buyer does not see it with their orders', { tags: ['long'] }, async () => {
    const farm = await makeFarm(market);
    const orderId = await completedAt(farm);
    await ordersOf(farm).rateBuyer({ orderId, rating: 2 });
    const order = await market.caller(buyer).buyer.orders.get({ orderId });
    expect(Object.keys(order)).not.toContain('buyerRating');
    expect(Object.keys(order)).not.toContain('givenRating');
  });
});
