import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeOrders, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';

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

  const place = () => caller.buyer.orders.place({ idempotencyKey: freshKey(), order: orderForm() });

  const fill = (quantity = 2) =>
    caller.buyer.cart.put({ lines: [{ productId: kale.id, quantity }] });

  test('at most 20 orders wait for farmers at once', { tags: ['long'] }, async () => {
    market.services.limits = { ...market.services.limits, maxPendingOrders: 20 };
    for (let farms = 0; farms < 4; farms += 1) {
      const { id: productId } = await makeProduct(market, await makeFarm(market));
      for (let made = 0; made < 5; made += 1)
        await makeOrders(market, buyer, [{ productId, quantity: 0.5 }]);
    }
    await fill(0.5);
    await expect(place()).rejects.toThrow('TOO_MANY_PENDING_ORDERS');
    await caller.buyer.orders.cancel({ orderId: 1 });
    expect((await place()).orders).toHaveLength(1);
  });

  test('a farm has at most five orders of a buyer in a day that it has not accepted, rejected ones among them', async () => {
    market.services.limits = { ...market.services.limits, maxPendingOrders: 20 };
    const asFarmer = () => market.caller({ token: farm.token }).farmer.orders;
    const takeAll = async () => {
      await fill(20);
      return (await place()).orders[0]?.id ?? 0;
    };
    // Accepted, an order is no longer one of them.
    await fill(1);
    await asFarmer().confirm({ orderId: (await place()).orders[0]?.id ?? 0 });
    await changeProduct(market, kale.id, { quantity: 20 });
    for (let made = 0; made < 4; made += 1)
      await asFarmer().reject({ orderId: await takeAll(), reason: 'Again?' });
    await caller.buyer.orders.cancel({ orderId: await takeAll() });
    await fill(1);
    const refused = await place().catch((thrown: Error) => thrown);
    expect(refused).toMatchObject({
      message: 'TOO_MANY_ORDERS_OF_FARM',
      cause: { details: { facts: { farmId: farm.id } } },
    });
    expect((await caller.market.product({ productId: kale.id })).quantity).toBe(20);
    // Neither another farm, nor another buyer.
    const milk = await makeProduct(market, await makeFarm(market, { name: 'Maziwa' }));
    expect(await makeOrders(market, buyer, [{ productId: milk.id, quantity: 1 }])).toHaveLength(1);
    expect(
      await makeOrders(market, await makeTestBuyer(market), [{ productId: kale.id, quantity: 1 }]),
    ).toHaveLength(1);
    market.advance(24 * 3600);
    buyer.token = await openSession(
      market.db,
      { userId: buyer.id, isRemembered: false, device: '' },
      market.services.clock(),
    );
    caller = market.caller({ token: buyer.token });
    await fill(1);
    expect((await place()).orders).toHaveLength(1);
  });
});
