import { countUnderWay } from '#orders/server/personal-data.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  asBuyer,
  asFarmer,
  buyer,
  byMpesa,
  call,
  caller,
  changeOrder,
  DAY,
  db,
  deskOf,
  dispatched,
  dispatchedForCash,
  doneActions,
  expectBooks,
  expectMoney,
  farm,
  givenShop,
  lettersOf,
  makeFarm,
  makeOrder,
  makeProduct,
  makeTestBuyer,
  now,
  operate,
  refused,
  report,
  runOutbox,
  shop,
  tally,
  tick,
  wait,
} from '#tests/setup/in-market.ts';

const ON_HAND = 10_000;

givenShop();

const toDispatch = () => dispatchedForCash(shop);
const letters = () => lettersOf(shop);

/** As if the order had been dispatched this long ago. */
const sentEarlier = (orderId: number, seconds: number) =>
  changeOrder(orderId, { dispatchedAt: secondsAfter(now(), -seconds) });

const decide = (
  orderId: number,
  end: 'completed' | 'cancelled',
  does: 'endDispatched' | 'endDispute' = 'endDispatched',
) => operate(does, { orderId, end, reason: 'Called both' });

async function notCollected(): Promise<number> {
  const orderId = await toDispatch();
  await wait(DAY);
  await asFarmer().notCollected({ orderId });
  return orderId;
}

test('the operator ends a dispatched order either way, and it is logged', async () => {
  const [sold, off, forMpesa] = [await toDispatch(), await toDispatch(), await toDispatch()];
  const said = `Order ${sold}: Completed. Payment: Paid.`;
  expect(await decide(sold, 'completed')).toBe(said);
  await decide(off, 'cancelled');
  await refused(decide(off, 'completed'), 'STEP_NOT_ALLOWED');
  await refused(decide(forMpesa, 'cancelled', 'endDispute'), 'STEP_NOT_ALLOWED');
  await byMpesa(forMpesa, 'paid');
  expect(await decide(forMpesa, 'cancelled')).toContain('Refund due');
  await expectBooks({ onHand: ON_HAND - 5, reserved: 0, sold: 5 });
  await runOutbox();
  await expectMoney(sold, { money: ['received 250'], payout: null });
  await expectMoney(off, { status: 'cancelled', paymentStatus: 'pending', money: [] });
  expect((await doneActions())[1]).toMatchObject({
    action: 'order',
    details: { end: 'cancelled' },
  });
});

test('a cash order is cancelled by its farmer 24 hours after dispatch: the stock is back, the buyer is told and can object', async () => {
  const orderId = await toDispatch();
  await letters();
  await wait(DAY - 1);
  await refused(asFarmer().notCollected({ orderId }), 'STEP_NOT_ALLOWED');
  advance(1);
  expect(await asFarmer().get({ orderId })).toMatchObject({
    steps: ['weigh', 'complete', 'notCollected'],
  });
  const path = `/api/farmer/orders/${orderId}/not-collected`;
  expect(await call(path, {}, farm)).toMatchObject({
    status: 200,
    body: { order: { status: 'cancelled', paymentStatus: 'pending' } },
  });
  await expectBooks({ onHand: ON_HAND, reserved: 0, sold: 0 });
  expect(await letters()).toEqual([`buyer: Order #${orderId} was not collected`]);
  expect(await asBuyer().get({ orderId })).toMatchObject({
    steps: ['dispute'],
    notCollectedDisputableUntil: new Date('2026-03-10T06:00:00Z'),
  });
});

test('an order that was paid, or not dispatched, cannot be ended as not collected, nor a dispatched one cancelled', async () => {
  const orderId = await shop.confirmedForCash();
  await wait(2 * DAY);
  await refused(asFarmer().notCollected({ orderId }), 'STEP_NOT_ALLOWED');
  await asFarmer().dispatch({ orderId });
  await wait(DAY);
  await refused(asFarmer().cancel({ orderId }), 'STEP_NOT_ALLOWED');
  await byMpesa(orderId, 'paid');
  await wait(2 * DAY);
  await refused(asFarmer().notCollected({ orderId }), 'STEP_NOT_ALLOWED');
});

test('the buyer may object for 7 days, and not once the operator has decided', async () => {
  const late = await notCollected();
  for (const { id } of [buyer, farm])
    expect(await countUnderWay(db, id)).toEqual({ orders: 0, refunds: 0, payouts: 0 });
  await wait(7 * DAY);
  await refused(asBuyer().dispute({ orderId: late, reason: 'I have it' }), 'STEP_NOT_ALLOWED');
  const orderId = await notCollected();
  await wait(7 * DAY - 1);
  expect(await asBuyer().dispute({ orderId, reason: 'I have it' })).toMatchObject({
    status: 'disputed',
    steps: [],
  });
  const kept = { end: 'cancelled', reason: 'Called both', areGoodsBack: true } as const;
  await operate('endDispute', { orderId, ...kept });
  await expectMoney(orderId, { status: 'cancelled', paymentStatus: 'pending' });
  await expectBooks({ onHand: ON_HAND, reserved: 0 });
  await refused(asBuyer().dispute({ orderId, reason: 'Still' }), 'STEP_NOT_ALLOWED');
});

test.each([
  { end: 'divided', areGoodsBack: true, onHand: ON_HAND - 3, sold: 3 },
  { end: 'divided', areGoodsBack: false, onHand: ON_HAND - 5, sold: 3 },
  { end: 'cancelled', areGoodsBack: false, onHand: ON_HAND - 5, sold: 0 },
] as const)(
  'goods that were not collected are booked once when a dispute is $end (back: $areGoodsBack)',
  async ({ end, areGoodsBack, onHand, sold }) => {
    const orderId = await notCollected();
    await asBuyer().dispute({ orderId, reason: 'I paid at the gate' });
    const { lines } = await asBuyer().get({ orderId });
    const kept = lines.map(({ id: lineId }) => ({ lineId, quantity: 3 }));
    const decision = { orderId, end, areGoodsBack, reason: 'Called both' };
    const said = await operate('endDispute', {
      ...decision,
      ...(end === 'divided' && { lines: kept }),
    });
    if (end === 'divided') expect(said).toContain('pays KES 150 in cash, KES 100 less');
    await expectBooks({ onHand, reserved: 0, sold });
  },
);

test('if the operator decides for the buyer a cash order counts as sold, even if others have ordered the goods meanwhile', async () => {
  for (const left of [ON_HAND, 2, 0]) {
    const other = await makeFarm();
    const goods = await makeProduct(other, { quantity: 5, price: 50 });
    const lines = [{ productId: goods.id, quantity: 5 }];
    const { id: orderId } = await makeOrder(buyer, lines);
    const { farmer } = caller(other);
    await farmer.orders.confirm({ orderId });
    await farmer.orders.dispatch({ orderId });
    await sentEarlier(orderId, DAY);
    await farmer.orders.notCollected({ orderId });
    await farmer.products.setQuantity({ productId: goods.id, quantity: left });
    await asBuyer().dispute({ orderId, reason: 'I paid at the gate' });
    await decide(orderId, 'completed', 'endDispute');
    await expectMoney(orderId, { status: 'completed', paymentStatus: 'paid' });
    await expectBooks({ onHand: Math.max(left - 5, 0), reserved: 0, sold: 5 }, goods.id);
    await runOutbox();
    await expectMoney(orderId, { money: ['received 250'], payout: null });
  }
});

test('a cash order is cancelled by the clock after 14 days, with two reminders to both sides before', async () => {
  const orderId = await toDispatch();
  await letters();
  const reminders = ['buyer', 'farmer'].map((to) => `${to}: Order #${orderId}: what happened?`);
  const expected = [
    [7 * DAY - 1, []],
    [1, reminders],
    [6 * DAY - 1, []],
    [1, reminders],
    [DAY - 1, []],
  ] as const;
  for (const [seconds, sent] of expected) {
    advance(seconds);
    expect(await tick()).toBe(0);
    expect((await letters()).sort()).toEqual(sent);
  }
  advance(1);
  expect(await tick()).toBe(1);
  expect(await tick()).toBe(0);
  await expectMoney(orderId, { status: 'cancelled', paymentStatus: 'pending' });
  await expectBooks({ onHand: ON_HAND, reserved: 0 });
  expect((await letters()).sort()).toEqual(
    ['buyer', 'farmer'].map((to) => `${to}: Order #${orderId} was cancelled`),
  );
});

test('farmer, buyer, operator and clock at once: one of them ends it, and the books balance', async () => {
  const rounds = 20;
  const ends: string[] = [];
  const desk = await deskOf();
  for (let round = 0; round < rounds; round += 1) {
    const other = await makeTestBuyer();
    const orderId = await dispatched(5, {}, other);
    await sentEarlier(orderId, 14 * DAY);
    const tried = await Promise.allSettled([
      asFarmer().notCollected({ orderId }),
      asBuyer(other).received({ orderId }),
      desk.do.endDispatched({ input: { orderId, end: 'completed', reason: 'Called both' } }),
      tick().then((moved) => {
        if (moved !== 1) throw new Error('not the clock');
      }),
    ]);
    const done = ['farmer', 'buyer', 'operator', 'clock'].filter(
      (_, at) => tried[at]?.status === 'fulfilled',
    );
    expect(done).toHaveLength(1);
    ends.push(...done);
  }
  await expectBooks({ reserved: 0 });
  report('D60', `${rounds} orders ended by four at once: one end each (${tally(ends)})`);
});
