import { EARNINGS_DAYS } from '#orders/rules/limits.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import {
  advance,
  caller,
  DAY,
  dispatchedForCash,
  givenShop,
  makeFarm,
  mpesa,
  now,
  pushed,
  shop,
  TOTAL,
} from '#tests/setup/in-market.ts';

givenShop();

const today = () => dayInNairobi(now());
const received = async () =>
  (await shop.asFarmer.overview()).earnings.filter(({ amount }) => amount > 0);

test('the money of the last days covers thirty days up to today at 0, and leaves out money that goes back', async () => {
  const id = await pushed();
  await shop.asBuyer.cancel({ orderId: id });
  await mpesa.answer('approve');
  expect(await received()).toEqual([]);
  const { earnings } = await shop.asFarmer.overview();
  expect(earnings).toHaveLength(EARNINGS_DAYS);
  expect(earnings.at(0)).toEqual({ day: daysAfter(today(), 1 - EARNINGS_DAYS), amount: 0 });
  expect(earnings.at(-1)).toEqual({ day: today(), amount: 0 });
});

test('the money of the last days counts M-Pesa from its payment on and cash from the handover on, of this farm alone', async () => {
  const cash = await shop.confirmedForCash();
  const paid = await shop.confirmed();
  expect(await received()).toEqual([]);
  await shop.pay(paid);
  await mpesa.answer('approve');
  expect(await received()).toEqual([{ day: today(), amount: TOTAL }]);
  await shop.handOver(cash);
  expect(await received()).toEqual([{ day: today(), amount: 2 * TOTAL }]);
  const { earnings } = await caller(await makeFarm()).farmer.overview();
  expect(earnings.every(({ amount }) => amount === 0)).toBe(true);
});

test('the money of the last days keeps a payment on its day in Nairobi until it is thirty days old', async () => {
  await shop.handOver(await shop.confirmedForCash());
  const day = today();
  advance((EARNINGS_DAYS - 1) * DAY);
  await shop.logInAgain();
  expect(await received()).toEqual([{ day, amount: TOTAL }]);
  advance(DAY);
  await shop.logInAgain();
  expect(await received()).toEqual([]);
});

describe("the farmer's orders by what is to be done", () => {
  test('the overview counts them, and only paid or cash orders can be dispatched', async () => {
    await shop.confirmed();
    const cash = await shop.confirmedForCash();
    expect(await shop.asFarmer.overview()).toMatchObject({
      ordersToSend: 2,
      ordersToDispatch: 1,
      ordersOnTheWay: 0,
    });
    await shop.asFarmer.orders.dispatch({ orderId: cash });
    expect(await shop.asFarmer.overview()).toMatchObject({
      ordersToSend: 1,
      ordersToDispatch: 0,
      ordersOnTheWay: 1,
    });
  });

  test('a list by turn begins with what waits for the farmer, page by page', async () => {
    const done = await shop.confirmedForCash();
    await shop.handOver(done);
    const answered = await dispatchedForCash(shop);
    const disputed = await dispatchedForCash(shop);
    for (const orderId of [answered, disputed])
      await shop.asBuyer.dispute({ orderId, reason: 'Rotten' });
    await shop.asFarmer.orders.answerDispute({ orderId: answered, answer: 'It was fresh' });
    const cash = await shop.confirmedForCash();
    const unpaid = await shop.confirmed();
    const onTheWay = await dispatchedForCash(shop);
    const ids: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await shop.asFarmer.orders.list({
        ...{ isByTurn: true, limit: 2 },
        ...(cursor && { cursor }),
      });
      ids.push(...page.orders.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual([cash, disputed, onTheWay, unpaid, answered, done]);
    expect(await shop.asFarmer.overview()).toMatchObject({ disputesToAnswer: 1 });
  });

  test('a list of one group has only its orders', async () => {
    const done = await shop.confirmedForCash();
    await shop.handOver(done);
    const toSend = await shop.confirmedForCash();
    const onTheWay = await shop.confirmedForCash();
    await shop.asFarmer.orders.dispatch({ orderId: onTheWay });
    const idsOf = async (group: 'new' | 'toSend' | 'onTheWay' | 'done') =>
      (await shop.asFarmer.orders.list({ group })).orders.map(({ id }) => id);
    const groups = [await idsOf('new'), await idsOf('toSend'), await idsOf('onTheWay')];
    expect([...groups, await idsOf('done')]).toEqual([[], [toSend], [onTheWay], [done]]);
  });
});
