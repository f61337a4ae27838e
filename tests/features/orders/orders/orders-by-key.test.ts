import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { insertKeyOf } from '#tests/factories/keys.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { changeOrder, codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

let market: Market;
let farm: { id: number; token: string };
let buyer: { id: number; token: string };
let orderId: number;
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
  buyer = await makeTestBuyer(market);
  const kale = await makeProduct(market, farm, { quantity: 100, price: 50 });
  orderId = (await makeOrder(market, buyer, [{ productId: kale.id, quantity: 2 }])).id;
});

describe('an order by API key', () => {
  test('has no handover code', async () => {
    const asFarmer = market.caller(farm).farmer.orders;
    await asFarmer.confirm({ orderId });
    await asFarmer.dispatch({ orderId });
    const token = await insertKeyOf(market, buyer.id, ['read']);
    const [byKey, byPerson] = [market.caller({ token }), market.caller(buyer)];
    expect((await byPerson.buyer.orders.get({ orderId })).handoverCode).toBe(codeOf(orderId));
    expect((await byKey.buyer.orders.get({ orderId })).handoverCode).toBeNull();
    const { orders } = await byKey.buyer.orders.list({});
    expect(orders).toMatchObject([{ id: orderId, handoverCode: null }]);
  });

  test('is rejected only if no deposit goes back', async () => {
    const token = await insertKeyOf(market, farm.id, ['orders']);
    const byKey = market.caller({ token }).farmer.orders;
    await changeOrder(market, orderId, { depositPaidAt: market.services.clock() });
    await expect(byKey.reject({ orderId })).rejects.toThrow('KEY_NOT_ALLOWED');
    await changeOrder(market, orderId, { depositPaidAt: null });
    expect(await byKey.reject({ orderId })).toMatchObject({ status: 'rejected' });
  });
});
