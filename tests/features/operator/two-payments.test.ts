import { beforeEach, describe, expect, test } from 'vitest';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { findWrongMoney, makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { makeOperator } from '#tests/factories/operators.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';
import { operatorOf } from '#tests/setup/operator.ts';

/* Five kilograms at KES 50 are paid, and then the difference of KES 20 for 5.4 kg. */

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;
let scales: ReturnType<typeof makeScales>;
const run = (...words: string[]) => operatorOf(market).run(...words);
beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
  scales = makeScales(market, { mpesa, shop });
});

async function paidTwice() {
  const orderId = await scales.sent();
  await scales.weigh(orderId, 5.4);
  await shop.pay(orderId);
  await mpesa.answer('approve');
  const [whole, difference] = (await moneyOf(market, orderId)).payments;
  return { orderId, whole: String(whole?.id), difference: String(difference?.id) };
}
async function cancelled(orderId: number) {
  await shop.asBuyer.dispute({ orderId, reason: 'Rotten' });
  await run('dispute', String(orderId), 'cancel', '--reason', 'The photos show it');
}
const refundsDue = async () =>
  (await run('refunds')).text
    .split('\n')
    .flatMap((line) => /^(\d+) .*(KES [\d.,]+)/.exec(line)?.slice(1, 3).join(' ') ?? []);
const stateOf = async (orderId: number) => {
  const { paymentStatus, money } = await moneyOf(market, orderId);
  return { paymentStatus, money };
};

describe('an order with two payments that the operator cancels (D140)', () => {
  test('has two refunds, each with its amount and its receipt', async () => {
    const { orderId, whole, difference } = await paidTwice();
    await cancelled(orderId);
    expect(await refundsDue()).toEqual([`${whole} KES 250.00`, `${difference} KES 20.00`]);
    expect(await run('refund', difference, '--receipt', 'SBACK20')).toMatchObject({ isDone: true });
    expect(await refundsDue()).toEqual([`${whole} KES 250.00`]);
    expect(await stateOf(orderId)).toEqual({
      paymentStatus: 'refund_due',
      money: ['refund_due 250', 'refunded 20'],
    });
    expect(await run('refund', whole, '--receipt', 'SBACK20')).toMatchObject({ isDone: false });
    expect(await run('refund', whole, '--receipt', 'SBACK250')).toMatchObject({ isDone: true });
    expect(await stateOf(orderId)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await shop.asBuyer.get({ orderId })).toMatchObject({
      refundReceipt: 'SBACK250, SBACK20',
      payments: [
        { amount: 250, status: 'refunded', refundReceipt: 'SBACK250' },
        { amount: 20, status: 'refunded', refundReceipt: 'SBACK20' },
      ],
    });
    expect(await findWrongMoney(market)).toEqual([]);
  });

  test('has two cases and two choices at the desk', async () => {
    const { orderId, whole, difference } = await paidTwice();
    await cancelled(orderId);
    const { token } = await makeOperator(market, { role: 'finance' });
    const { desk } = market.caller({ token });
    const { cases } = await desk.cases.list();
    expect(cases.map(({ kind, id, cents }) => ({ kind, id, cents }))).toEqual([
      { kind: 'refund', id: orderId, cents: 25_000 },
      { kind: 'refund', id: orderId, cents: 2000 },
    ]);
    const { choices } = await desk.cases.order({ id: orderId });
    expect(choices).toMatchObject([
      { does: 'refund', input: { paymentId: Number(whole) } },
      { does: 'refund', input: { paymentId: Number(difference) } },
    ]);
  });

  test('has no refund of a payment that has gone back as a difference', async () => {
    const { orderId, whole, difference } = await paidTwice();
    await scales.weigh(orderId, 5);
    market.advance(2 * 86_400 + 1);
    await runOrderClock(market.db, market.services);
    await mpesa.round();
    expect(mpesa.mpesa.payouts.map(({ amount }) => amount)).toEqual([20]);
    await shop.logInAgain();
    await cancelled(orderId);
    expect(await refundsDue()).toEqual([`${whole} KES 250.00`]);
    expect(await run('refund', difference, '--receipt', 'SBACK20')).toMatchObject({
      isDone: false,
    });
    await run('refund', whole, '--receipt', 'SBACK250');
    expect(await stateOf(orderId)).toMatchObject({ paymentStatus: 'refunded' });
    expect(await findWrongMoney(market)).toEqual([]);
  });
});
