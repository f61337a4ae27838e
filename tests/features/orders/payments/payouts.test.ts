import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { payoutResultOf } from '#demo/mpesa/results.ts';
import { users } from '#features/accounts/server/tables/users.ts';
import { farms } from '#features/farms/server/tables.ts';
import { SAME_AMOUNT_SECONDS } from '#features/orders/rules/limits.ts';
import { approvePayout, failPayout, recordPayout } from '#features/orders/server/decide-payout.ts';
import { listPayouts } from '#features/orders/server/operator-work.ts';
import { callOffPayout } from '#features/orders/server/payments/order-money.ts';
import { sendPayouts } from '#features/orders/server/payments/payouts/send-payouts.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import {
  bookCompleted,
  findWrongMoney,
  makeShop,
  moneyOf,
  type Shop,
  TOTAL,
} from '#tests/factories/money.ts';
import { changeOrder } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';
import { call } from '#tests/setup/rest.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
});

/** A paid and completed order whose payout is due. */
async function completed(): Promise<number> {
  const id = await shop.confirmed();
  await shop.pay(id);
  await mpesa.answer('approve');
  // M-Pesa does not take the same amount again earlier.
  market.advance(SAME_AMOUNT_SECONDS);
  await shop.handOver(id);
  await mpesa.workThrough();
  return id;
}

const payoutIdOf = async (orderId: number) => {
  const { payout } = await moneyOf(market, orderId);
  if (!payout) throw new Error(`Order ${orderId} has no payout`);
  return payout.id;
};

describe('a payout', () => {
  test("goes to the farmer's phone with the order's total, and is paid once M-Pesa's status says so", async () => {
    const id = await completed();
    expect((await moneyOf(market, id)).payout).toMatchObject({ status: 'due', cents: TOTAL * 100 });
    await sendPayouts(market.db, market.services);
    expect((await moneyOf(market, id)).payout?.status).toBe('sent');
    await mpesa.workThrough();
    expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: '254112345678', amount: TOTAL }]);
    expect((await moneyOf(market, id)).payout).toMatchObject({
      status: 'paid',
      receipt: mpesa.mpesa.payouts[0]?.transactionId,
    });
  });

  test('is created once, however often the completion is reported, and sent once by ten concurrent senders', {
    tags: ['long'],
  }, async () => {
    const id = await completed();
    await Promise.all(Array.from({ length: 5 }, () => bookCompleted(market, id)));
    await Promise.all(Array.from({ length: 10 }, () => sendPayouts(market.db, market.services)));
    await mpesa.round();
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toHaveLength(1);
    expect((await moneyOf(market, id)).payout?.status).toBe('paid');
  });

  test('is not marked as paid by a result alone, which anybody could have sent', {
    tags: ['long'],
  }, async () => {
    const id = await completed();
    mpesa.delivery.isLost = true;
    await sendPayouts(market.db, market.services);
    const [payout] = mpesa.mpesa.payouts;
    if (!payout) throw new Error('Nothing was paid out');
    mpesa.behaviour.status = 'refused';
    const path = new URL(payout.resultUrl).pathname;
    expect((await call(market, path, payoutResultOf(payout))).status).toBe(200);
    await market.workThroughOutbox();
    expect((await moneyOf(market, id)).payout?.status).toBe('sent');
    expect(market.logged.join('\n')).not.toContain(path.split('/').at(-1));
    // The status answer, which only M-Pesa can give, then settles it.
    mpesa.behaviour.status = 'right';
    mpesa.delivery.isLost = false;
    market.advance(60);
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('paid');
    expect(mpesa.mpesa.payouts).toHaveLength(1);
  });

  test('with a lost result is queried, and never sent again automatically', {
    tags: ['long'],
  }, async () => {
    mpesa = await openMpesa(market, { timeoutMilliseconds: 1000 });
    mpesa.behaviour.payout = 'takenSilently';
    const id = await completed();
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('unknown');
    market.advance(61);
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('paid');
    expect(mpesa.mpesa.payouts).toHaveLength(1);
  });

  test('unknown to M-Pesa stays open, and becomes unknown after a day', {
    tags: ['long'],
  }, async () => {
    const id = await completed();
    await sendPayouts(market.db, market.services);
    mpesa.mpesa.payouts.length = 0;
    mpesa.delivery.isLost = true;
    for (let hour = 0; hour < 26; hour += 1) {
      await mpesa.round();
      market.advance(HOUR);
    }
    expect((await moneyOf(market, id)).payout?.status).toBe('unknown');
    expect(mpesa.mpesa.payouts).toHaveLength(0);
  });

  test('refused or failed waits for the operator, who may send it again', {
    tags: ['long'],
  }, async () => {
    mpesa.behaviour.payout = 'refused';
    const refused = await completed();
    await mpesa.round();
    expect((await moneyOf(market, refused)).payout?.status).toBe('failed');
    mpesa.behaviour.payout = 'failing';
    const failing = await completed();
    await mpesa.round();
    expect((await moneyOf(market, failing)).payout?.status).toBe('failed');
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toHaveLength(1);
    mpesa.behaviour.payout = 'right';
    const payoutId = await payoutIdOf(refused);
    market.advance(61);
    expect(
      await approvePayout(market.db, {
        payoutId,
        now: market.services.clock(),
        beforeDisputeWindowEnds: false,
      }),
    ).toMatchObject({ outcome: 'asking' });
    // M-Pesa first says that it has no such payout; the next round sends it.
    await mpesa.round();
    await mpesa.round();
    expect((await moneyOf(market, refused)).payout?.status).toBe('paid');
    // A paid payout can be neither sent nor failed again.
    const now = market.services.clock();
    expect(
      await approvePayout(market.db, { payoutId, now, beforeDisputeWindowEnds: false }),
    ).toEqual({
      outcome: 'notPossible',
      status: 'paid',
    });
    expect(await failPayout(market.db, { payoutId, now })).toEqual({
      outcome: 'notPossible',
      status: 'paid',
    });
  });

  test('stays due while Daraja cannot be reached', { tags: ['long'] }, async () => {
    const id = await completed();
    await mpesa.withoutDaraja(async () => {
      await mpesa.round();
    });
    expect((await moneyOf(market, id)).payout?.status).toBe('due');
    market.advance(61);
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('paid');
    expect(mpesa.mpesa.payouts).toHaveLength(1);
  });

  test('without payout settings waits for the operator, who records it once with its receipt', {
    tags: ['long'],
  }, async () => {
    mpesa = await openMpesa(market, { withPayouts: false });
    const [id, other] = [await completed(), await completed()];
    await mpesa.round();
    expect(await listPayouts(market.db, ['due'])).toMatchObject([
      { orderId: id, amount: TOTAL, phoneNumber: '+254112345678' },
      { orderId: other },
    ]);
    const now = market.services.clock();
    const paid = await recordPayout(market.db, {
      payoutId: await payoutIdOf(id),
      receipt: 'SHAND12345',
      now,
    });
    expect(paid.outcome).toBe('done');
    expect((await moneyOf(market, id)).payout).toMatchObject({
      status: 'paid',
      receipt: 'SHAND12345',
    });
    const again = await recordPayout(market.db, {
      payoutId: await payoutIdOf(other),
      receipt: 'SHAND12345',
      now,
    });
    expect(again.outcome).toBe('receiptKnown');
  });
});

/**
 * Writes what the farmer's change of number would; that requires a password, which makeFarm's
 * farmers do not have.
 */
async function changePhoneNumber(phoneNumber: string) {
  const payoutsHeldUntil = new Date(market.services.clock().getTime() + DAY * 1000);
  await market.db.update(users).set({ phoneNumber }).where(eq(users.id, shop.farm.id));
  await market.db.update(farms).set({ payoutsHeldUntil }).where(eq(farms.userId, shop.farm.id));
}

describe('a payout is held', () => {
  test('for a day after the farmer changed the phone number, and goes to the new one', async () => {
    await changePhoneNumber('+254799000111');
    const id = await completed();
    await mpesa.round();
    expect(mpesa.mpesa.payouts).toHaveLength(0);
    market.advance(DAY);
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('paid');
    expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: '254799000111' }]);
  });

  test('also when the number changes after it fell due', { tags: ['long'] }, async () => {
    const id = await completed();
    await changePhoneNumber('+254799000111');
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('due');
    market.advance(DAY + 1);
    await mpesa.round();
    expect((await moneyOf(market, id)).payout?.status).toBe('paid');
    expect(mpesa.mpesa.payouts).toMatchObject([{ msisdn: '254799000111' }]);
  });

  test('for a day after the clock completed the order; a dispute cancels it', {
    tags: ['long'],
  }, async () => {
    const orders = [];
    for (let made = 0; made < 2; made += 1) {
      const id = await shop.confirmed();
      await shop.pay(id);
      await mpesa.answer('approve');
      market.advance(SAME_AMOUNT_SECONDS);
      await shop.completeByClock(id);
      orders.push(id);
    }
    const [quiet = 0, disputed = 0] = orders;
    market.advance(2 * DAY + 1);
    await runOrderClock(market.db, market.services);
    await mpesa.round();
    expect((await moneyOf(market, quiet)).status).toBe('completed');
    expect(mpesa.mpesa.payouts).toHaveLength(0);
    await changeOrder(market, disputed, { status: 'disputed' });
    // Even before the dispute's own message is processed.
    market.advance(DAY);
    await mpesa.round();
    expect((await moneyOf(market, quiet)).payout?.status).toBe('paid');
    expect((await moneyOf(market, disputed)).payout?.status).toBe('due');
    await callOffPayout(market.db, disputed);
    expect((await moneyOf(market, disputed)).payout?.status).toBe('cancelled');
    // The operator decides for the farmer.
    await changeOrder(market, disputed, { status: 'completed', completedByClock: false });
    await bookCompleted(market, disputed);
    await mpesa.round();
    expect((await moneyOf(market, disputed)).payout?.status).toBe('paid');
    expect(mpesa.mpesa.payouts).toHaveLength(2);
  });
});

describe('cash', () => {
  test('is recorded once at the handover, and never paid out', async () => {
    const id = await shop.confirmedForCash();
    await shop.handOver(id);
    await mpesa.workThrough();
    await bookCompleted(market, id);
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      money: ['received 250'],
      payout: null,
    });
    expect(await findWrongMoney(market)).toEqual([]);
  });
});
