import { beforeEach, describe, expect, test } from 'vitest';
import { PUSH_RINGS_SECONDS } from '#features/orders/rules/limits.ts';
import { sumFarmersMoney } from '#features/orders/server/farmer-payments.ts';
import { listDueRefunds } from '#features/orders/server/operator-work.ts';
import { dispatchedForCash, moneyOf } from '#tests/factories/money.ts';
import { makeScales } from '#tests/factories/weighing.ts';
import {
  asBuyer,
  asFarmer,
  decideDispute,
  expectBooks,
  expectMoney,
  expectRightMoney,
  farm,
  givenShop,
  market,
  mpesa,
  paidOut,
  refused,
  shop,
  tick,
} from '#tests/setup/each-test.ts';

/* Every order of the shop is five kilograms at KES 50: 250. Its weight can be 4.5 to 5.5 kg. */

type Scales = ReturnType<typeof makeScales>;
let sent: Scales['sent'];
let weigh: Scales['weigh'];
let complete: Scales['complete'];

givenShop();
beforeEach(() => {
  ({ sent, weigh, complete } = makeScales(market, { mpesa, shop }));
});

describe('goods that weigh less (D134)', () => {
  test('cost less once the code confirms it, and the difference goes back by itself', async () => {
    const id = await sent();
    const weighed = await weigh(id, 4.6);
    expect(weighed).toMatchObject({ amount: 230, weighing: 1, difference: null });
    expect(weighed.lines).toMatchObject([{ quantity: 5, weighedQuantity: 4.6, total: 230 }]);
    await expectMoney(id, { totalCents: 25_000 });
    expect(await complete(id, 1)).toMatchObject({ status: 'completed', amount: 230 });
    await mpesa.round();
    expect(paidOut()).toEqual([20, 230]);
    const seen = await asBuyer().get({ orderId: id });
    expect(seen).toMatchObject({ total: 230, toPay: 0, refunds: [{ status: 'paid', amount: 20 }] });
    expect(seen.lines).toMatchObject([{ quantity: 4.6, orderedQuantity: 5, weighedQuantity: 4.6 }]);
    expect(await sumFarmersMoney(market.db, farm.id)).toMatchObject({ received: 230, due: 0 });
    await expectRightMoney();
    await expectBooks({ onHand: 9995, sold: 4.6 });
  });

  test('cost less too when nobody confirms the receipt', async () => {
    const id = await sent();
    await weigh(id, 4.6);
    market.advance(2 * 86_400 + 1);
    await tick();
    await expectMoney(id, { status: 'completed', totalCents: 23_000 });
  });
});

describe('goods that weigh more (D134)', () => {
  test('are paid in cash with the code that agrees to it', async () => {
    const id = await dispatchedForCash(shop);
    expect(await weigh(id, 5.5)).toMatchObject({ amount: 275, difference: null });
    expect(await asBuyer().get({ orderId: id })).toMatchObject({ total: 275, toPay: 0 });
    await complete(id, 1);
    await expectMoney(id, { money: ['received 275'] });
    await expectBooks({ onHand: 9995, sold: 5.5 });
  });

  test('are paid by M-Pesa on the spot: two payments count, and the farmer earns both', async () => {
    const id = await sent();
    await weigh(id, 5.4);
    const asked = await asBuyer().get({ orderId: id });
    const difference = { amount: 20, status: 'open' };
    expect(asked).toMatchObject({ total: 250, toPay: 20, paymentStatus: 'paid', difference });
    expect(asked.steps).toEqual(expect.arrayContaining(['pay', 'leaveDifference']));
    await shop.pay(id);
    expect(mpesa.lastPrompt()).toMatchObject({ amount: 20 });
    await mpesa.answer('approve');
    expect(await asFarmer().get({ orderId: id })).toMatchObject({
      amount: 270,
      difference: { status: 'paid' },
    });
    await complete(id, 1);
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toMatchObject([{ amount: 270 }]);
    await expectRightMoney();
    await expectBooks();
    const { totalCents, money, payments: paid } = await moneyOf(market, id);
    expect({ totalCents, money }).toEqual({
      totalCents: 27_000,
      money: ['received 250', 'received 20'],
    });
    const receipt = paid.map((one) => one.receipt).join(', ');
    expect(await asBuyer().get({ orderId: id })).toMatchObject({ receipt, refundReceipt: null });
    const { payments } = await shop.asFarmer.payments.list({});
    expect(payments).toMatchObject([{ payout: null }, { amount: 250, payout: { amount: 270 } }]);
  });

  test('are left: the buyer gets what was agreed, and is not asked again', async () => {
    const id = await sent();
    await weigh(id, 5.4);
    const left = await asBuyer().leaveDifference({ orderId: id, weighingSeen: 1 });
    expect(left).toMatchObject({ total: 250, toPay: 0, difference: { status: 'left' } });
    // A second click.
    await asBuyer().leaveDifference({ orderId: id, weighingSeen: 1 });
    await refused(shop.pay(id), 'NOT_PAYABLE');
    await complete(id, 1);
    await expectMoney(id, { totalCents: 25_000, money: ['received 250'] });
    await expectBooks({ onHand: 9995, sold: 5 });
  });

  test('paid after the completion go back by themselves', async () => {
    const id = await sent();
    await weigh(id, 5.4);
    await shop.pay(id);
    market.advance(PUSH_RINGS_SECONDS);
    await complete(id, 1);
    await mpesa.answer('approve');
    await expectMoney(id, {
      totalCents: 25_000,
      payments: [{ countedCents: 25_000 }, { countedCents: 0 }],
    });
    await mpesa.round();
    expect(paidOut()).toEqual([20, 250]);
    expect(await listDueRefunds(market.db)).toEqual([]);
    await expectRightMoney();
  });

  test('paid after another weighing, the dispute or the cancellation go back, too', async () => {
    const [again, disputed] = [await sent(), await sent()];
    await weigh(again, 5.4);
    await shop.pay(again);
    await weigh(again, 5);
    await mpesa.answer('approve');
    market.advance(121);
    await weigh(disputed, 5.4);
    await shop.pay(disputed);
    await asBuyer().dispute({ orderId: disputed, reason: 'Rotten' });
    await decideDispute(disputed, 'cancelled');
    await mpesa.answer('approve');
    await mpesa.round();
    expect(paidOut()).toEqual([20, 20]);
    // The refund of a cancelled order takes two people.
    expect(await listDueRefunds(market.db)).toMatchObject([{ orderId: disputed, amount: 250 }]);
    await expectMoney(disputed, { paymentStatus: 'refund_due' });
    await expectRightMoney();
    await expectBooks();
  });
});
