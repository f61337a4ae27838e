import { SAME_AMOUNT_SECONDS } from '#orders/rules/limits.ts';
import { recordRefund, settleByHand } from '#orders/server/decide-money.ts';
import { listDueRefunds, listHeldAttempts } from '#orders/server/operator-work.ts';
import {
  advance,
  caller,
  db,
  expectMoney,
  expectRightMoney,
  givenShop,
  mpesa,
  now,
  outcomeOf,
  PHONE,
  pushed,
  refusalOf,
  refused,
  reopenMpesa,
  services,
  shop,
  TOTAL,
  tally,
} from '#tests/setup/in-market.ts';

givenShop();

test('paying by M-Pesa rings the given phone with the total, and is paid once the PIN is right', async () => {
  const id = await shop.confirmed();
  const { order, attempt } = await shop.pay(id, '0733123456');
  expect(attempt.status).toBe('pushed');
  expect(order.paymentStatus).toBe('processing');
  expect(mpesa.lastPrompt()).toMatchObject({
    msisdn: '254733123456',
    amount: TOTAL,
    reference: `SS${id}`,
  });
  await mpesa.answer('approve');
  await expectMoney(id, {
    ...{ paymentStatus: 'paid', attempts: ['paid'], money: ['received 250'] },
    payments: [{ receipt: mpesa.lastPrompt().receipt }],
  });
});

test('paying by M-Pesa is announced by the contact procedure', async () => {
  expect((await caller().market.contact()).mpesa).toBe(true);
  services.mpesa = null;
  expect((await caller().market.contact()).mpesa).toBe(false);
});

test('a push is refused if M-Pesa is not set up', async () => {
  const id = await shop.confirmed();
  services.mpesa = null;
  await refused(shop.pay(id), 'MPESA_NOT_AVAILABLE');
});

test('a push is refused for a cash order, and once it is paid', async () => {
  const id = await shop.confirmed();
  await refused(shop.pay(await shop.confirmedForCash()), 'NOT_PAYABLE');
  await shop.pay(id);
  await mpesa.answer('approve');
  await refused(shop.pay(id), 'NOT_PAYABLE');
  expect(mpesa.mpesa.prompts).toHaveLength(1);
});

test('a push is refused while another is open: of ten at once one rings', async () => {
  const id = await shop.confirmed();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(shop.pay(id))));
  expect(tally(outcomes.toSorted())).toBe('9 PAYMENT_UNDER_WAY, 1 accepted');
  expect(mpesa.mpesa.prompts).toHaveLength(1);
});

test('a push is refused above the maximum of a payment', async () => {
  const id = await shop.confirmed();
  services.limits.mpesaMaxKes = TOTAL - 1;
  await refused(shop.pay(id), 'MPESA_ORDER_TOO_LARGE');
  await expectMoney(id, { attempts: [] });
});

test('a push is refused after ten to one phone number within an hour; refused ones do not count', async () => {
  const id = await shop.confirmed();
  for (let push = 0; push < 10; push += 1) {
    await shop.pay(id);
    if (push < 9) await refused(shop.pay(id), 'PAYMENT_UNDER_WAY');
    await mpesa.answer('cancel');
  }
  const { code, retryAfterSeconds } = await refusalOf(shop.pay(id));
  expect(code).toBe('TOO_MANY_ATTEMPTS');
  expect(retryAfterSeconds).toBeGreaterThan(3000);
  await shop.pay(id, '+254700000009');
  expect(mpesa.mpesa.prompts).toHaveLength(11);
});

test('Daraja refusing a push leaves the order unpaid, with its reason', async () => {
  mpesa.behaviour.push = 'refused';
  const id = await shop.confirmed();
  const { attempt, order } = await shop.pay(id);
  expect(attempt).toMatchObject({
    status: 'failed',
    resultCode: '500.003.02',
    resultText: expect.stringContaining('busy'),
  });
  expect(order.paymentStatus).toBe('failed');
});

test('Daraja out of reach charges nobody and says so', async () => {
  const id = await shop.confirmed();
  await mpesa.withoutDaraja(() => refused(shop.pay(id), 'MPESA_UNREACHABLE'));
  await expectMoney(id, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
});

test('Daraja expiring a token early gives another, and the push is sent once', async () => {
  const id = await pushed();
  await mpesa.answer('cancel');
  mpesa.tokens.clear();
  expect((await shop.pay(id)).attempt.status).toBe('pushed');
  expect(mpesa.mpesa.prompts).toHaveLength(2);
  expect(mpesa.tokens.size).toBe(1);
});

test.each(['untaken', 'takenSilently', 'garbled'] as const)(
  'Daraja losing its answer to a push (%s) leaves it unknown: no second one is sent',
  async (push) => {
    // Enough time to get a token on a busy machine: without one, no push is sent at all.
    await reopenMpesa({ timeoutMilliseconds: 1500 });
    mpesa.behaviour.push = push;
    const id = await shop.confirmed();
    expect((await shop.pay(id)).attempt.status).toBe('unknown');
    await refused(shop.pay(id), 'PAYMENT_UNDER_WAY');
    advance(61);
    await mpesa.round();
    await expectMoney(id, { paymentStatus: 'processing', attempts: ['unknown'] });
    // After an hour without an answer the buyer may try again.
    advance(3600);
    await mpesa.round();
    await expectMoney(id, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
    await expectRightMoney();
  },
);

async function held() {
  const id = await pushed();
  await mpesa.answer('approve', { amount: 100 });
  const [attempt] = await listHeldAttempts(db);
  if (!attempt) throw new Error('Nothing is held');
  const settle = (shillings: number | null, receipt = 'SSEEN12345') =>
    settleByHand(
      db,
      {
        attemptId: attempt.attemptId,
        money: shillings === null ? null : { amountCents: shillings * 100, receipt },
        now: now(),
        by: { name: 'Amina', isApproved: true },
      },
      services,
    );
  return { id, attempt, settle };
}

describe('a payment of another amount, reviewed by the operator', () => {
  test('blocks another push, and pays for the order once if it was the right amount after all', async () => {
    const { id, attempt, settle } = await held();
    const asked = { orderId: id, amount: TOTAL, phoneNumber: PHONE };
    expect(attempt).toMatchObject({ ...asked, status: 'held' });
    await refused(shop.pay(id), 'PAYMENT_UNDER_WAY');
    expect(await settle(TOTAL)).toMatchObject({ outcome: 'settled', counts: true });
    await expectMoney(id, { paymentStatus: 'paid', attempts: ['paid'], money: ['received 250'] });
    expect(await settle(TOTAL, 'SSEEN67890')).toEqual({ outcome: 'notPossible', status: 'paid' });
    await expectRightMoney();
  });

  test('is refunded if it was not, and the order can be paid again', async () => {
    const { id, settle } = await held();
    expect(await settle(100)).toMatchObject({ counts: false });
    await expectMoney(id, { paymentStatus: 'failed', money: ['refund_due 100'] });
    advance(SAME_AMOUNT_SECONDS);
    await shop.pay(id);
    await mpesa.answer('approve');
    await expectMoney(id, { paymentStatus: 'paid', money: ['refund_due 100', 'received 250'] });
  });

  test('counts as failed if nothing arrived', async () => {
    const { id, settle } = await held();
    await settle(null);
    await expectMoney(id, { paymentStatus: 'failed', attempts: ['failed'], money: [] });
  });
});

test('a refund is recorded once with its receipt, and the order is refunded when all of it has been returned', async () => {
  const id = await pushed();
  await shop.asBuyer.cancel({ orderId: id });
  await mpesa.answer('approve');
  const [due] = await listDueRefunds(db);
  const { receipt } = mpesa.lastPrompt();
  expect(due).toMatchObject({ orderId: id, amount: TOTAL, phoneNumber: PHONE, receipt });
  const refund = {
    paymentId: due?.paymentId ?? 0,
    receipt: 'SBACK12345',
    now: now(),
  };
  const outcomes = [];
  for (const change of [{}, {}, { receipt: 'SBACK67890' }, { paymentId: 999 }])
    outcomes.push((await recordRefund(db, { ...refund, ...change })).outcome);
  expect(outcomes).toEqual(['recorded', 'receiptKnown', 'notDue', 'unknown']);
  await expectMoney(id, { paymentStatus: 'refunded', money: ['refunded 250'] });
  expect(await listDueRefunds(db)).toEqual([]);
  const refundReceipt = refund.receipt;
  expect(await shop.asBuyer.get({ orderId: id })).toMatchObject({ receipt, refundReceipt });
});
