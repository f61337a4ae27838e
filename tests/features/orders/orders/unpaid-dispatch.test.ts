import { expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

test('an order that M-Pesa has not paid cannot be dispatched, and the answer says so', async () => {
  const market = await makeMarket();
  const buyer = await makeTestBuyer(market);
  const farm = await makeFarm(market);
  const kale = await makeProduct(market, farm, { quantity: 20, price: 50 });
  const { id } = await makeOrder(market, buyer, [{ productId: kale.id, quantity: 5 }]);
  await changeOrder(market, id, { paymentMethod: 'M-Pesa', paymentStatus: 'pending' });
  const orders = market.caller({ token: farm.token }).farmer.orders;
  await orders.confirm({ orderId: id });
  const refused = await call(market, `/api/farmer/orders/${id}/dispatch`, {}, farm);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This order is not paid yet. You can dispatch it when the buyer has paid.',
  ]);
  await changeOrder(market, id, { paymentStatus: 'paid', paidAt: market.services.clock() });
  expect(await orders.dispatch({ orderId: id })).toMatchObject({ status: 'dispatched' });
});
