import { readCsv } from '#platform/rules/csv.ts';
import { monthsAfter, spanOfMonth } from '#platform/rules/day.ts';
import {
  advance,
  buyer,
  call,
  caller,
  DAY,
  farm,
  givenShop,
  makeFarm,
  mpesa,
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
