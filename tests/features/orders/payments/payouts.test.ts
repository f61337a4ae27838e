import { users } from '#accounts/server/tables/users.ts';
import { payoutResultOf } from '#demo/simulated-mpesa.ts';
import { farms } from '#farms/server/tables.ts';
import { recordPayout } from '#orders/server/decide-money.ts';
import { listPayouts } from '#orders/server/operator-work.ts';
import { sendPayouts } from '#orders/server/payments/payment-clock.ts';
import { callOffPayout } from '#orders/server/settlement/settle-order.ts';
import {
  advance,
  bookCompleted,
  call,
  changeOrder,
  DAY,
  db,
  earned,
  eq,
  farm,
  givenShop,
  HOUR,
  logged,
  moneyOf,
  mpesa,
  now,
  paidOrder,
  reopenMpesa,
  runOutbox,
  services,
  shop,
  TOTAL,
  tick,
} from '#tests/setup/in-market.ts';

givenShop();

const payoutOf = async (orderId: number) => (await moneyOf(orderId)).payout;
const payoutIdOf = async (orderId: number) => (await payoutOf(orderId))?.id ?? 0;
const statusOf = async (orderId: number) => (await payoutOf(orderId))?.status;

test("a payout goes to the farmer's phone with the order's total, and is paid once M-Pesa's status says so", async () => {
  const id = await earned();
  expect(await payoutOf(id)).toMatchObject({ status: 'due', cents: TOTAL * 100 });
  await sendPayouts(db, services);
  expect(await statusOf(id)).toBe('sent');
  await mpesa.workThrough();
  expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: '254112345678', amount: TOTAL }]);
  expect(await payoutOf(id)).toMatchObject({
    status: 'paid',
    receipt: mpesa.mpesa.payouts[0]?.transactionId,
  });
});

test('a payout is created once, however often the completion is reported, and sent once by ten concurrent senders', async () => {
  const id = await earned();
  await Promise.all(Array.from({ length: 5 }, () => bookCompleted(id)));
  await Promise.all(Array.from({ length: 10 }, () => sendPayouts(db, services)));
  await mpesa.round();
  await mpesa.round();
  expect(mpesa.mpesa.payouts).toHaveLength(1);
  expect(await statusOf(id)).toBe('paid');
});

test('a payout is not marked as paid by a result alone, which anybody could have sent', async () => {
  const id = await earned();
  mpesa.delivery.isLost = true;
  await sendPayouts(db, services);
  const [payout] = mpesa.mpesa.payouts;
  if (!payout) throw new Error('Nothing was paid out');
  mpesa.behaviour.status = 'refused';
  const path = new URL(payout.resultUrl).pathname;
  expect((await call(path, payoutResultOf(payout))).status).toBe(200);
  await runOutbox();
  expect(await statusOf(id)).toBe('sent');
  expect(logged.join('\n')).not.toContain(path.split('/').at(-1));
  // The status answer, which only M-Pesa can give, then settles it.
  mpesa.behaviour.status = 'right';
  mpesa.delivery.isLost = false;
  advance(60);
  await mpesa.round();
  expect(await statusOf(id)).toBe('paid');
  expect(mpesa.mpesa.payouts).toHaveLength(1);
});

test('a payout unknown to M-Pesa stays open, and becomes unknown after a day', async () => {
  const id = await earned();
  await sendPayouts(db, services);
  mpesa.mpesa.payouts.length = 0;
  mpesa.delivery.isLost = true;
  for (let hour = 0; hour < 26; hour += 1) {
    await mpesa.round();
    advance(HOUR);
  }
  expect(await statusOf(id)).toBe('unknown');
  expect(mpesa.mpesa.payouts).toHaveLength(0);
});

test('a payout without payout settings waits for the operator, who records it once with its receipt', async () => {
  await reopenMpesa({ withPayouts: false });
  const [id, other] = [await earned(), await earned()];
  await mpesa.round();
  expect(await listPayouts(db, ['due'])).toMatchObject([
    { orderId: id, amount: TOTAL, phoneNumber: '+254112345678' },
    { orderId: other },
  ]);
  const record = async (orderId: number) =>
    recordPayout(db, {
      payoutId: await payoutIdOf(orderId),
      receipt: 'SHAND12345',
      now: now(),
    });
  expect((await record(id)).outcome).toBe('done');
  expect(await payoutOf(id)).toMatchObject({ status: 'paid', receipt: 'SHAND12345' });
  expect((await record(other)).outcome).toBe('receiptKnown');
});

/**
 * Writes what the farmer's change of number would; that requires a password, which makeFarm's
 * farmers do not have.
 */
async function changePhoneNumber(phoneNumber: string) {
  const payoutsHeldUntil = new Date(now().getTime() + DAY * 1000);
  await db.update(users).set({ phoneNumber }).where(eq(users.id, farm.id));
  await db.update(farms).set({ payoutsHeldUntil }).where(eq(farms.userId, farm.id));
}

test.each(['before', 'after'])(
  'a payout is held for a day if the phone number changes %s it is due, and goes to the new one',
  async (when) => {
    if (when === 'before') await changePhoneNumber('+254799000111');
    const id = await earned();
    if (when === 'after') await changePhoneNumber('+254799000111');
    await mpesa.round();
    expect(await statusOf(id)).toBe('due');
    advance(DAY + 1);
    await mpesa.round();
    expect(await statusOf(id)).toBe('paid');
    expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: '254799000111' }]);
  },
);

test('a payout is held for a day after the clock completed the order; a dispute cancels it', async () => {
  const [quiet, disputed] = [await paidOrder(), await paidOrder()];
  for (const id of [quiet, disputed]) await shop.completeByClock(id);
  advance(2 * DAY + 1);
  await tick();
  await mpesa.round();
  expect((await moneyOf(quiet)).status).toBe('completed');
  expect(mpesa.mpesa.payouts).toHaveLength(0);
  await changeOrder(disputed, { status: 'disputed' });
  // Even before the dispute's own message is processed.
  advance(DAY);
  await mpesa.round();
  expect(await statusOf(quiet)).toBe('paid');
  expect(await statusOf(disputed)).toBe('due');
  await callOffPayout(db, disputed);
  expect(await statusOf(disputed)).toBe('cancelled');
  await changeOrder(disputed, { status: 'completed', completedByClock: false });
  await bookCompleted(disputed);
  await mpesa.round();
  expect(await statusOf(disputed)).toBe('paid');
  expect(mpesa.mpesa.payouts).toHaveLength(2);
});
