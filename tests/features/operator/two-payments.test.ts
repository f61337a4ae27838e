import { listDueRefunds } from '#orders/server/operator-work.ts';
import { orderLines, orders } from '#orders/server/orders/tables.ts';
import { payouts, payoutTries } from '#orders/server/payments/tables.ts';
import { rememberLiveDatabase } from '#server/live-database.ts';
import { statementOf } from '#tests/factories/statements.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import {
  advance,
  db,
  deskOf,
  findWrongMoney,
  givenMarket,
  makeShop,
  market,
  moneyOf,
  now,
  openMpesa,
  operate,
  refused,
  type Shop,
  services,
  tick,
} from '#tests/setup/in-market.ts';
import type { OpenMpesa } from '#tests/setup/mpesa.ts';

/* Five kilograms at KES 50 are paid, and then the difference of KES 20 for 5.4 kg. */
let mpesa: OpenMpesa;
let shop: Shop;
let scales: ReturnType<typeof makeScales>;
givenMarket();
beforeEach(async () => {
  mpesa = await openMpesa();
  shop = await makeShop();
  scales = makeScales(market, { mpesa, shop });
});
async function paidTwice() {
  const orderId = await scales.sent();
  await scales.weigh(orderId, 5.4);
  await shop.pay(orderId);
  await mpesa.answer('approve');
  const [whole, difference] = (await moneyOf(orderId)).payments;
  return { orderId, whole: whole?.id ?? 0, difference: difference?.id ?? 0 };
}
async function cancelled(orderId: number) {
  await shop.asBuyer.dispute({ orderId, reason: 'Rotten' });
  await operate('endDispute', { orderId, end: 'cancelled', reason: 'The photos show it' });
}
const refund = (paymentId: number, receipt: string) => operate('refund', { paymentId, receipt });
const refundsDue = async () =>
  (await listDueRefunds(db)).map(({ paymentId, amount }) => [paymentId, amount]);
const stateOf = async (orderId: number) => {
  const { paymentStatus, money } = await moneyOf(orderId);
  return { paymentStatus, money };
};

describe('an order with two payments that the operator cancels (D140)', () => {
  test('has two refunds, each with its amount and its receipt', async () => {
    const { orderId, whole, difference } = await paidTwice();
    await cancelled(orderId);
    expect(await refundsDue()).toEqual([
      [whole, 250],
      [difference, 20],
    ]);
    await refund(difference, 'sback20');
    expect(await refundsDue()).toEqual([[whole, 250]]);
    expect(await stateOf(orderId)).toEqual({
      paymentStatus: 'refund_due',
      money: ['refund_due 250', 'refunded 20'],
    });
    await refused(refund(whole, 'SBACK20'), 'DESK_REFUSED');
    await refund(whole, 'SBACK250');
    expect(await stateOf(orderId)).toMatchObject({ paymentStatus: 'refunded' });
    const refundedAt = now();
    expect(await shop.asBuyer.get({ orderId })).toMatchObject({
      refundReceipt: 'SBACK250, SBACK20',
      payments: [
        { refundAmount: 250, status: 'refunded', refundReceipt: 'SBACK250', refundedAt },
        { refundAmount: 20, status: 'refunded', refundReceipt: 'SBACK20', refundedAt },
      ],
    });
    expect(await findWrongMoney()).toEqual([]);
  });

  test('has two cases and two choices at the desk', async () => {
    const { orderId, whole, difference } = await paidTwice();
    await cancelled(orderId);
    const desk = await deskOf();
    const { cases } = await desk.cases.list();
    expect(cases.map(({ kind, id, cents }) => ({ kind, id, cents }))).toEqual([
      { kind: 'refund', id: orderId, cents: 25_000 },
      { kind: 'refund', id: orderId, cents: 2000 },
    ]);
    const { choices } = await desk.cases.order({ id: orderId });
    expect(choices).toMatchObject([
      { does: 'refund', input: { paymentId: whole } },
      { does: 'refund', input: { paymentId: difference } },
    ]);
  });

  test('has no refund of a payment that has gone back as a difference', async () => {
    const { orderId, whole, difference } = await paidTwice();
    await scales.weigh(orderId, 5);
    advance(2 * 86_400 + 1);
    await tick();
    await mpesa.round();
    expect(mpesa.mpesa.payouts.map(({ amount }) => amount)).toEqual([20]);
    await shop.logInAgain();
    await cancelled(orderId);
    expect(await refundsDue()).toEqual([[whole, 250]]);
    await refused(refund(difference, 'SBACK20'), 'DESK_REFUSED');
    await refund(whole, 'SBACK250');
    expect(await stateOf(orderId)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await findWrongMoney()).toEqual([]);
  });
});

const DAY = '2026-03-02';
const HOUR_SECONDS = 3600;
async function restore() {
  const { db } = market;
  await db.delete(payoutTries);
  await db.delete(payouts);
  await db
    .update(orders)
    .set({ status: 'dispatched', completedAt: null, weighing: 0, ...agreed.sums });
  await db.update(orderLines).set({ ...agreed.line, weighedQuantity: null });
  await rememberLiveDatabase(db, services);
}
const agreed = {
  sums: { subtotalCents: 25_000, totalCents: 25_000 },
  line: { quantity: 5, orderedQuantity: null, totalCents: 25_000 },
};

test("M-Pesa's statement after a backup took the database's place shows the amount that left for an order that is completed again with another weight", async () => {
  const orderId = await scales.sent();
  await scales.complete(orderId, 0);
  await mpesa.round();
  const [sent] = mpesa.mpesa.payouts;
  expect(sent).toMatchObject({ amount: 250 });
  await restore();
  advance(HOUR_SECONDS);
  await scales.weigh(orderId, 4.6);
  await scales.complete(orderId, 1);
  await mpesa.round();
  advance(HOUR_SECONDS);
  await mpesa.round();
  // The refund of the difference is new. The farmer's payout left before.
  expect(mpesa.mpesa.payouts.map(({ amount }) => amount).toSorted()).toEqual([20, 250]);

  // M-Pesa's answer names another amount, so the payout waits for the operator.
  const { payout } = await moneyOf(orderId);
  expect(payout).toMatchObject({ status: 'unknown', cents: 23_000, receipt: null });
  const receipt = sent?.transactionId ?? '';
  await operate('payoutPaid', { payoutId: payout?.id ?? 0, receipt, reason: 'It left before' });

  const desk = await deskOf();
  const text = statementOf({
    lines: [{ receipt, withdrawn: '-250.00', otherParty: '', at: `${DAY} 09:02:10` }],
    period: `From ${DAY} 09:01:00 To ${DAY} 09:59:59`,
  });
  await operate('importStatement', { text });
  expect((await desk.statement({ day: DAY })).differences).toMatchObject([
    {
      what: 'otherAmount',
      receipt,
      theirs: { amount: -250 },
      ours: { kind: 'payout', orderId, amount: -230 },
    },
  ]);
});
