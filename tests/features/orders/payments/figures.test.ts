import { EARNINGS_DAYS } from '#orders/server/farmer-payments.ts';
import { readCsv } from '#rules/csv.ts';
import { dayInNairobi, daysAfter, monthsAfter, spanOfMonth } from '#rules/day.ts';
import {
  advance,
  buyer,
  call,
  caller,
  DAY,
  dispatchedForCash,
  farm,
  givenShop,
  makeFarm,
  mpesa,
  now,
  paidOrder,
  pushed,
  setUser,
  shop,
  TOTAL,
} from '#tests/setup/in-market.ts';

givenShop();

test("a farmer's figures include what was received and what is expected, and compare the months", async () => {
  expect(await shop.asFarmer.payments.summary()).toMatchObject({
    totalReceived: 0,
    trendPercent: null,
  });
  await paidOrder();
  await paidOrder();
  advance(31 * DAY);
  await shop.logInAgain();
  expect(await shop.asFarmer.payments.summary()).toMatchObject({
    totalReceived: 2 * TOTAL,
    receivedThisMonth: 0,
    receivedLastMonth: 2 * TOTAL,
    trendPercent: -100,
  });
  await shop.confirmed();
  const third = await paidOrder();
  await shop.handOver(third);
  await mpesa.workThrough();
  await mpesa.round();
  expect(await shop.asFarmer.payments.summary()).toEqual({
    totalReceived: 3 * TOTAL,
    pendingAmount: TOTAL,
    pendingTransactions: 1,
    mpesaTransactions: 3,
    receivedThisMonth: TOTAL,
    receivedLastMonth: 2 * TOTAL,
    trendPercent: -50,
    payoutsDue: 0,
    payoutsPaid: TOTAL,
  });
});

test("a farmer's figures leave out refunds", async () => {
  const id = await pushed();
  await shop.asBuyer.cancel({ orderId: id });
  await mpesa.answer('approve');
  expect(await shop.asFarmer.payments.summary()).toMatchObject({
    totalReceived: 0,
    mpesaTransactions: 0,
    pendingAmount: 0,
  });
  expect((await shop.asFarmer.payments.list({})).payments).toMatchObject([
    { orderId: id, status: 'refund_due', amount: TOTAL, payout: null },
  ]);
});

test('the list of payments shows who paid what and how, newest first, with the state of the money; also over REST', async () => {
  const cash = await shop.confirmedForCash();
  await shop.handOver(cash);
  await mpesa.workThrough();
  const id = await paidOrder();
  await shop.handOver(id);
  await mpesa.workThrough();
  await mpesa.round();
  const { payments, nextCursor } = await shop.asFarmer.payments.list({});
  expect(nextCursor).toBeNull();
  expect(payments).toMatchObject([
    {
      orderId: id,
      buyerName: 'Achieng Otieno',
      method: 'M-Pesa',
      amount: TOTAL,
      status: 'received',
      payout: { status: 'paid', amount: TOTAL },
    },
    { orderId: cash, method: 'Cash on delivery', receipt: null, payout: null },
  ]);
  const { body } = await call('/api/farmer/payments', undefined, farm);
  expect(body).toMatchObject({ payments: [{ orderId: id }, { orderId: cash }] });
  const neighbour = caller(await makeFarm());
  expect((await neighbour.farmer.payments.list({})).payments).toEqual([]);
});

test("a month's statement covers the month in Nairobi time to the last moment, with its sums", async () => {
  await paidOrder();
  const [month, next] = ['2026-03', '2026-04'];
  const statement = await shop.asFarmer.payments.statement({ month });
  expect(statement).toMatchObject({
    month,
    isWhole: true,
    sums: { count: 1, received: TOTAL, mpesa: TOTAL, cash: 0, refunded: 0, paidOut: 0 },
  });
  expect((await shop.asFarmer.payments.statement({ month: next })).payments).toEqual([]);
  expect(spanOfMonth(month)).toEqual({
    from: new Date('2026-02-28T21:00:00Z'),
    until: new Date('2026-03-31T21:00:00Z'),
  });
  expect([monthsAfter('2026-01', -1), monthsAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01']);
});

test("a month's statement is a spreadsheet file in which a name cannot be a formula", async () => {
  await setUser(buyer.id, { firstName: '=HYPERLINK("http://x")', lastName: '' });
  await paidOrder();
  const { csv, name } = await shop.asFarmer.payments.export({ month: '2026-03' });
  expect(name).toBe('sokoshamba-payments-2026-03.csv');
  expect(csv).toContain(`'=HYPERLINK`);
  expect(csv).not.toMatch(/(^|,)"?=/m);
  const [head, row] = readCsv(csv);
  expect(head?.cells[5]).toBe('amount_kes');
  expect(row?.cells[5]).toBe(String(TOTAL));
});

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

  test('orders sorted by turn begin with those that wait for the farmer, page by page', async () => {
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
