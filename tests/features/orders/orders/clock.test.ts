import { expect, test } from 'vitest';
import {
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  PENDING_ORDER_SECONDS,
} from '#features/orders/rules/limits.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeShop } from '#tests/factories/money.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { booksOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { failingFirst } from '#tests/setup/failing-first.ts';
import { makeMarket } from '#tests/setup/market.ts';

test('an order that the clock cannot process does not block the others', async () => {
  const market = await makeMarket();
  const buyer = await makeTestBuyer(market);
  const farm = await makeFarm(market);
  const [broken, kale] = [
    await makeProduct(market, farm, { quantity: 5 }),
    await makeProduct(market, farm, { quantity: 5 }),
  ];
  for (const { id: productId } of [broken, kale])
    await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
  // The maximum of the column, so no stock can be returned to it.
  await changeProduct(market, broken.id, { quantity: 9_999_999_999.99 });
  market.advance(PENDING_ORDER_SECONDS);
  expect(await runOrderClock(market.db, market.services)).toBe(1);
  expect(await booksOf(market, kale.id)).toMatchObject({
    onHand: 5,
    reserved: 0,
    isBalanced: true,
  });
  expect(market.logged.join('')).toContain('could not move an order');
});

test('a reminder that fails does not block the reminders of other orders', {
  tags: ['long'],
}, async () => {
  const market = await makeMarket();
  const shop = await makeShop(market);
  const [first, second] = [await shop.confirmedForCash(), await shop.confirmedForCash()];
  for (const orderId of [first, second]) await shop.asFarmer.orders.dispatch({ orderId });
  market.advance(CASH_ORDER_SECONDS - CANCELLATION_REMINDER_SECONDS[0]);
  await market.workThroughOutbox();
  market.mailbox.length = 0;
  await runOrderClock(failingFirst(market.db, new Error('this order fails')), market.services);
  await market.workThroughOutbox();
  expect(new Set(market.mailbox.map(({ subject }) => subject))).toEqual(
    new Set([`Order #${second}: how did it end?`]),
  );
  expect(market.logged.join('')).toContain('could not send a reminder');
});
