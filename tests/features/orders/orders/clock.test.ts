import {
  CANCELLATION_REMINDER_SECONDS,
  CASH_ORDER_SECONDS,
  PENDING_ORDER_SECONDS,
} from '#orders/rules/order-facts.ts';
import { runOrderClock } from '#orders/server/order-steps.ts';
import { failingFirst } from '#tests/setup/database/failing-first.ts';
import {
  advance,
  asFarmer,
  buyer,
  byMpesa,
  changeOrder,
  changeProduct,
  DAY,
  db,
  dispatched,
  expectBooks,
  expectMoney,
  farm,
  givenTrade,
  HOUR,
  logged,
  makeOrder,
  makeProduct,
  order,
  product,
  services,
  subjects,
  tick,
} from '#tests/setup/in-market.ts';

givenTrade({ goods: { quantity: 20 } });

test('an order that the clock cannot process does not block the others', async () => {
  const broken = await makeProduct(farm, { quantity: 5 });
  for (const { id: productId } of [broken, product])
    await makeOrder(buyer, [{ productId, quantity: 1 }]);
  // The maximum of the column, so no stock can be returned to it.
  await changeProduct(broken.id, { quantity: 9_999_999_999.99 });
  advance(PENDING_ORDER_SECONDS);
  expect(await tick()).toBe(1);
  await expectBooks({ onHand: 20, reserved: 0 });
  expect(logged.join('')).toContain('could not move an order');
});

test('a reminder that fails does not block the reminders of other orders', async () => {
  await dispatched();
  const second = await dispatched();
  advance(CASH_ORDER_SECONDS - CANCELLATION_REMINDER_SECONDS[0]);
  await subjects();
  await runOrderClock(failingFirst(db, new Error('this order fails')), services);
  expect(new Set(await subjects())).toEqual(new Set([`Order #${second}: what happened?`]));
  expect(logged.join('')).toContain('could not send a reminder');
});

test('the clock expires what no farmer answered in 24 hours, once, and tells both', async () => {
  const id = await order(5);
  await subjects();
  advance(DAY - 1);
  expect(await tick()).toBe(0);
  advance(1);
  expect(await tick()).toBe(1);
  expect(await tick()).toBe(0);
  await expectMoney(id, { status: 'expired' });
  await expectBooks({ onHand: 20 });
  expect(await subjects()).toEqual([`Order #${id} has expired`, `Order #${id} has expired`]);
});

test('the clock cancels an M-Pesa order that nobody paid in 24 hours, but not while a push is under way', async () => {
  const id = await order(5);
  await asFarmer().confirm({ orderId: id });
  await byMpesa(id, 'pending');
  advance(DAY);
  await changeOrder(id, { paymentStatus: 'processing' });
  expect(await tick()).toBe(0);
  await changeOrder(id, { paymentStatus: 'failed' });
  expect(await tick()).toBe(1);
  await expectMoney(id, { status: 'cancelled', paymentStatus: 'failed' });
});

test('the clock leaves a cash order that was confirmed to its people', async () => {
  const id = await order(5);
  await asFarmer().confirm({ orderId: id });
  advance(30 * DAY);
  expect(await tick()).toBe(0);
  await expectMoney(id, { status: 'confirmed' });
});

test('the clock completes a dispatched M-Pesa order after 48 hours of silence, with two reminders before', async () => {
  const id = await order(5);
  await asFarmer().confirm({ orderId: id });
  await byMpesa(id, 'paid');
  await asFarmer().dispatch({ orderId: id });
  await subjects();
  const reminder = `Order #${id}: did you get it?`;
  const steps = [
    [23 * HOUR, []],
    [HOUR, [reminder]],
    [17 * HOUR, []],
    [HOUR, [reminder]],
    [5 * HOUR, []],
  ] as const;
  for (const [seconds, letters] of steps) {
    advance(seconds);
    expect(await tick()).toBe(0);
    expect(await subjects()).toEqual(letters);
  }
  advance(HOUR);
  expect(await tick()).toBe(1);
  await expectMoney(id, { status: 'completed', paymentStatus: 'paid' });
});

test('the clock counts the 48 hours from the end of the promised day, where that is later', async () => {
  const id = await order(5);
  await asFarmer().confirm({ orderId: id, deliveryDate: '2026-03-05' });
  await byMpesa(id, 'paid');
  await asFarmer().dispatch({ orderId: id });
  // The day ends at 21:00 UTC; it is 06:00 on the second.
  advance(3 * DAY + 15 * HOUR + 2 * DAY - 1);
  expect(await tick()).toBe(0);
  advance(1);
  expect(await tick()).toBe(1);
});
