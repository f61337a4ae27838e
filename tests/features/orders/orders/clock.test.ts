import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import {
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  PENDING_ORDER_SECONDS,
} from '#features/orders/rules/limits.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeShop } from '#tests/factories/money.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { booksOf, byMpesa, changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { failingFirst } from '#tests/setup/database/failing-first.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

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

describe('the clock', () => {
  let market: Market;
  let buyer: { id: number; token: string };
  let farm: { id: number; token: string };
  let kale: { id: number };
  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market);
    farm = await makeFarm(market);
    kale = await makeProduct(market, farm, { quantity: 20, price: 50 });
  });
  const asFarmer = () => market.caller({ token: farm.token }).farmer.orders;
  const order = () => makeOrder(market, buyer, [{ productId: kale.id, quantity: 5 }]);
  const subjects = async () => {
    await market.workThroughOutbox();
    return market.mailbox.splice(0).map(({ subject }) => subject);
  };
  const tick = () => runOrderClock(market.db, market.services);
  const statusOf = async (id: number) => (await freshFarmer()).get({ orderId: id });
  // Sessions end while the clock is moved by days.
  const freshFarmer = async () => {
    const now = market.services.clock();
    const token = await openSession(
      market.db,
      { userId: farm.id, isRemembered: false, device: '' },
      now,
    );
    return market.caller({ token }).farmer.orders;
  };

  test('expires what no farmer answered in 24 hours, once, and tells both', async () => {
    const { id } = await order();
    await subjects();
    market.advance(DAY - 1);
    expect(await tick()).toBe(0);
    market.advance(1);
    expect(await tick()).toBe(1);
    expect(await tick()).toBe(0);
    expect(await statusOf(id)).toMatchObject({ status: 'expired' });
    expect(await booksOf(market, kale.id)).toMatchObject({ onHand: 20, isBalanced: true });
    expect(await subjects()).toEqual([`Order #${id} has expired`, `Order #${id} has expired`]);
  });

  test('cancels an M-Pesa order that nobody paid in 24 hours, but not while a push is under way', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await byMpesa(market, id, 'pending');
    market.advance(DAY);
    await changeOrder(market, id, { paymentStatus: 'processing' });
    expect(await tick()).toBe(0);
    await changeOrder(market, id, { paymentStatus: 'failed' });
    expect(await tick()).toBe(1);
    expect(await statusOf(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' });
  });

  test('leaves a cash order that was confirmed to its people', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    market.advance(30 * DAY);
    expect(await tick()).toBe(0);
    expect(await statusOf(id)).toMatchObject({ status: 'confirmed' });
  });

  test('completes a dispatched M-Pesa order after 48 hours of silence, with two reminders before', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id });
    await byMpesa(market, id, 'paid');
    await asFarmer().dispatch({ orderId: id });
    await subjects();
    const reminder = `Order #${id}: did you get it?`;
    const steps: [number, string[]][] = [
      ...([
        [23 * HOUR, []],
        [HOUR, [reminder]],
        [17 * HOUR, []],
        [HOUR, [reminder]],
        [5 * HOUR, []],
      ] as [number, string[]][]),
    ];
    for (const [seconds, letters] of steps) {
      market.advance(seconds);
      expect(await tick()).toBe(0);
      expect(await subjects()).toEqual(letters);
    }
    market.advance(HOUR);
    expect(await tick()).toBe(1);
    expect(await statusOf(id)).toMatchObject({ status: 'completed', paymentStatus: 'paid' });
  });

  test('counts the 48 hours from the end of the promised day, where that is later', async () => {
    const { id } = await order();
    await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-05' });
    await byMpesa(market, id, 'paid');
    await asFarmer().dispatch({ orderId: id });
    // The day ends at 21:00 UTC; it is 06:00 on the second.
    market.advance(3 * DAY + 15 * HOUR + 2 * DAY - 1);
    expect(await tick()).toBe(0);
    market.advance(1);
    expect(await tick()).toBe(1);
  });
});
