import { describe, expect, test } from 'vitest';
import { SAME_AMOUNT_SECONDS } from '#features/orders/rules/limits.ts';
import { recordRefund, settleByHand } from '#features/orders/server/decide-payment.ts';
import { listDueRefunds, listHeldAttempts } from '#features/orders/server/operator-work.ts';
import { PHONE, TOTAL } from '#tests/factories/money.ts';
import {
  expectMoney,
  expectRightMoney,
  givenShop,
  market,
  mpesa,
  pushed,
  refused,
  shop,
} from '#tests/setup/each-test.ts';

givenShop();

/** An order paid with another amount than requested. */
async function held() {
  const id = await pushed();
  await mpesa.answer('approve', { amount: 100 });
  const [attempt] = await listHeldAttempts(market.db);
  if (!attempt) throw new Error('Nothing is held');
  const settle = (shillings: number | null, receipt = 'SSEEN12345') =>
    settleByHand(
      market.db,
      {
        attemptId: attempt.attemptId,
        money: shillings === null ? null : { amountCents: shillings * 100, receipt },
        now: market.services.clock(),
        by: { name: 'Amina', isApproved: true },
      },
      market.services,
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
    market.advance(SAME_AMOUNT_SECONDS);
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

describe('a refund', () => {
  test('is recorded once with its receipt, and the order is refunded when all of it has been returned', async () => {
    const id = await pushed();
    await shop.asBuyer.cancel({ orderId: id });
    await mpesa.answer('approve');
    const [due] = await listDueRefunds(market.db);
    const { receipt } = mpesa.lastPrompt();
    expect(due).toMatchObject({ orderId: id, amount: TOTAL, phoneNumber: PHONE, receipt });
    const refund = {
      paymentId: due?.paymentId ?? 0,
      receipt: 'SBACK12345',
      now: market.services.clock(),
    };
    const outcomes = [];
    for (const change of [{}, {}, { receipt: 'SBACK67890' }, { paymentId: 999 }])
      outcomes.push((await recordRefund(market.db, { ...refund, ...change })).outcome);
    expect(outcomes).toEqual(['recorded', 'receiptKnown', 'notDue', 'unknown']);
    await expectMoney(id, { paymentStatus: 'refunded', money: ['refunded 250'] });
    expect(await listDueRefunds(market.db)).toEqual([]);
    const refundReceipt = refund.receipt;
    expect(await shop.asBuyer.get({ orderId: id })).toMatchObject({ receipt, refundReceipt });
  });
});
