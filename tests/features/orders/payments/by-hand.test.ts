import { beforeEach, describe, expect, test } from 'vitest';
import { SAME_AMOUNT_SECONDS } from '#features/orders/rules/limits.ts';
import { recordRefund, settleByHand } from '#features/orders/server/decide-payment.ts';
import { listDueRefunds, listHeldAttempts } from '#features/orders/server/operator-work.ts';
import {
  findWrongMoney,
  makeShop,
  moneyOf,
  PHONE,
  type Shop,
  TOTAL,
} from '#tests/factories/money.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
});

/** An order paid with another amount than requested. */
async function held() {
  const id = await shop.confirmed();
  await shop.pay(id);
  await mpesa.answer('approve', { amount: 100 });
  const [attempt] = await listHeldAttempts(market.db);
  if (!attempt) throw new Error('Nothing is held');
  return { id, attempt, attemptId: attempt.attemptId, now: market.services.clock() };
}

const money = (shillings: number, receipt = 'SSEEN12345') => ({
  amountCents: shillings * 100,
  receipt,
});

describe('a payment of another amount, reviewed by the operator', () => {
  test('is listed with the requested amount, and blocks another push', async () => {
    const { id, attempt } = await held();
    expect(attempt).toMatchObject({
      orderId: id,
      status: 'held',
      amount: TOTAL,
      phoneNumber: PHONE,
    });
    await expect(shop.pay(id)).rejects.toThrow('PAYMENT_UNDER_WAY');
  });

  test('pays for the order if it was the right amount after all, once', {
    tags: ['long'],
  }, async () => {
    const { id, attemptId, now } = await held();
    expect(
      await settleByHand(market.db, { attemptId, money: money(TOTAL), now }, market.services),
    ).toMatchObject({
      outcome: 'settled',
      counts: true,
    });
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      attempts: ['paid'],
      money: ['received 250'],
    });
    const again = await settleByHand(
      market.db,
      { attemptId, money: money(TOTAL, 'SSEEN67890'), now },
      market.services,
    );
    expect(again).toEqual({ outcome: 'notPossible', status: 'paid' });
    expect(await findWrongMoney(market)).toEqual([]);
  });

  test('is refunded if it was not, and the order can be paid again', {
    tags: ['long'],
  }, async () => {
    const { id, attemptId, now } = await held();
    expect(
      await settleByHand(market.db, { attemptId, money: money(100), now }, market.services),
    ).toMatchObject({
      counts: false,
    });
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'failed',
      money: ['refund_due 100'],
    });
    market.advance(SAME_AMOUNT_SECONDS);
    await shop.pay(id);
    await mpesa.answer('approve');
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      money: ['refund_due 100', 'received 250'],
    });
  });

  test('counts as failed if nothing arrived', { tags: ['long'] }, async () => {
    const { id, attemptId, now } = await held();
    await settleByHand(market.db, { attemptId, money: null, now }, market.services);
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'failed',
      attempts: ['failed'],
      money: [],
    });
  });
});

describe('a refund', () => {
  test('is recorded once with its receipt, and the order is refunded when all of it has been returned', async () => {
    const id = await shop.confirmed();
    await shop.pay(id);
    await shop.asBuyer.cancel({ orderId: id });
    await mpesa.answer('approve');
    const [due] = await listDueRefunds(market.db);
    expect(due).toMatchObject({
      orderId: id,
      amount: TOTAL,
      phoneNumber: PHONE,
      receipt: mpesa.lastPrompt().receipt,
    });
    const refund = {
      paymentId: due?.paymentId ?? 0,
      receipt: 'SBACK12345',
      now: market.services.clock(),
    };
    expect(await recordRefund(market.db, refund)).toEqual({
      outcome: 'recorded',
      orderId: id,
      amount: TOTAL,
    });
    expect(await recordRefund(market.db, refund)).toEqual({ outcome: 'receiptKnown' });
    expect(await recordRefund(market.db, { ...refund, receipt: 'SBACK67890' })).toEqual({
      outcome: 'notDue',
    });
    expect(await recordRefund(market.db, { ...refund, paymentId: 999 })).toEqual({
      outcome: 'unknown',
    });
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'refunded',
      money: ['refunded 250'],
    });
    expect(await listDueRefunds(market.db)).toEqual([]);
    expect(await shop.asBuyer.get({ orderId: id })).toMatchObject({
      receipt: mpesa.lastPrompt().receipt,
      refundReceipt: 'SBACK12345',
    });
  });

  test('of a second payment does not refund the order while its own payment is not yet due back', {
    tags: ['long'],
  }, async () => {
    const { id, attemptId, now } = await held();
    await settleByHand(market.db, { attemptId, money: money(100), now }, market.services);
    market.advance(SAME_AMOUNT_SECONDS);
    await shop.pay(id);
    await mpesa.answer('approve');
    await shop.asFarmer.orders.cancel({ orderId: id });
    const refundNext = async (receipt: string) => {
      const [due] = await listDueRefunds(market.db);
      return recordRefund(market.db, { paymentId: due?.paymentId ?? 0, receipt, now });
    };
    expect(await refundNext('SBACK12345')).toMatchObject({ amount: 100 });
    expect(await moneyOf(market, id)).toMatchObject({ paymentStatus: 'refund_due' });
    await mpesa.workThrough();
    expect(await refundNext('SBACK67890')).toMatchObject({ amount: TOTAL });
    expect(await moneyOf(market, id)).toMatchObject({ paymentStatus: 'refunded' });
  });
});
