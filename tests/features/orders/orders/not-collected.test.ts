import { beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#features/operator/server/run-command.ts';
import { countUnderWay } from '#features/orders/server/privacy/erase-queries.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { booksOf, changeOrder, codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const ON_HAND = 10_000;

let market: Market;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  shop = await makeShop(market);
});

const tick = () => runOrderClock(market.db, market.services);
const run = (...words: string[]) =>
  runCommand(market.db, { operator: 'juma', arguments: words }, market.services);
const books = () => booksOf(market, shop.kale.id);

/** A cash order of five kilograms that is ready to be collected. */
async function dispatched(): Promise<number> {
  const orderId = await shop.confirmedForCash();
  await shop.asFarmer.orders.dispatch({ orderId });
  return orderId;
}

async function wait(seconds: number) {
  market.advance(seconds);
  await shop.logInAgain();
}

const letters = async () => {
  await market.workThroughOutbox();
  return market.mailbox
    .splice(0)
    .map(({ to, subject }) => `${to === shop.buyer.email ? 'buyer' : 'farmer'}: ${subject}`);
};

async function notCollected(): Promise<number> {
  const orderId = await dispatched();
  await wait(DAY);
  await shop.asFarmer.orders.notCollected({ orderId });
  return orderId;
}

describe('D60: a cash order whose handover code nobody enters', () => {
  test('is cancelled by its farmer 24 hours after dispatch: the stock is back, the buyer is told and can object', async () => {
    const orderId = await dispatched();
    await letters();
    await wait(DAY - 1);
    expect(await shop.asFarmer.orders.get({ orderId })).toMatchObject({ steps: ['complete'] });
    await expect(shop.asFarmer.orders.notCollected({ orderId })).rejects.toThrow(
      'STEP_NOT_ALLOWED',
    );
    market.advance(1);
    expect(await shop.asFarmer.orders.get({ orderId })).toMatchObject({
      steps: ['complete', 'notCollected'],
    });
    const response = await market.request(`/api/farmer/orders/${orderId}/not-collected`, {
      token: shop.farm.token,
      body: {},
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      success: true,
      order: { status: 'cancelled', paymentStatus: 'pending' },
    });
    expect(await books()).toMatchObject({
      onHand: ON_HAND,
      reserved: 0,
      sold: 0,
      isBalanced: true,
    });
    expect(await letters()).toEqual([
      `buyer: Order #${orderId}: the farm says it was not collected`,
    ]);
    expect(await shop.asBuyer.get({ orderId })).toMatchObject({
      steps: ['dispute'],
      notCollectedDisputableUntil: new Date('2026-03-10T06:00:00Z'),
    });
  });

  test('five wrong codes do not keep its farmer from cancelling it', {
    tags: ['long'],
  }, async () => {
    const orderId = await dispatched();
    const wrong = String((Number(codeOf(orderId)) + 1) % 10_000).padStart(4, '0');
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(shop.asFarmer.orders.complete({ orderId, handoverCode: wrong })).rejects.toThrow(
        'HANDOVER_CODE_WRONG',
      );
    }
    await wait(DAY);
    expect(await shop.asFarmer.orders.notCollected({ orderId })).toMatchObject({
      status: 'cancelled',
    });
  });

  test('an order that was paid, or that was not dispatched, cannot be ended as not collected', {
    tags: ['long'],
  }, async () => {
    const orderId = await shop.confirmedForCash();
    await wait(2 * DAY);
    await expect(shop.asFarmer.orders.notCollected({ orderId })).rejects.toThrow(
      'STEP_NOT_ALLOWED',
    );
    await shop.asFarmer.orders.dispatch({ orderId });
    await changeOrder(market, orderId, {
      paymentMethod: 'M-Pesa',
      paymentStatus: 'paid',
      paidAt: market.services.clock(),
    });
    await wait(2 * DAY);
    await expect(shop.asFarmer.orders.notCollected({ orderId })).rejects.toThrow(
      'STEP_NOT_ALLOWED',
    );
    await expect(shop.asFarmer.orders.cancel({ orderId })).rejects.toThrow('STEP_NOT_ALLOWED');
  });

  test('a dispatched order cannot be cancelled like one that was not dispatched', async () => {
    const orderId = await dispatched();
    await wait(DAY);
    await expect(shop.asFarmer.orders.cancel({ orderId })).rejects.toThrow('STEP_NOT_ALLOWED');
  });

  test('the buyer may object for 7 days, and not once the operator has decided', {
    tags: ['long'],
  }, async () => {
    const [late, refused] = [await notCollected(), await notCollected()];
    await wait(7 * DAY);
    for (const orderId of [late, refused]) {
      await expect(shop.asBuyer.dispute({ orderId, reason: 'I have it' })).rejects.toThrow(
        'STEP_NOT_ALLOWED',
      );
    }
    const orderId = await notCollected();
    await wait(7 * DAY - 1);
    expect(await shop.asBuyer.dispute({ orderId, reason: 'I have it' })).toMatchObject({
      status: 'disputed',
      steps: [],
    });
    expect(await books()).toMatchObject({ onHand: ON_HAND, reserved: 0, isBalanced: true });
    expect((await run('disputes')).text).toContain('I have it');
    await run('dispute', String(orderId), 'cancel', '--reason', 'The farm has its goods');
    expect(await shop.asBuyer.get({ orderId })).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pending',
      steps: [],
    });
    expect(await books()).toMatchObject({ onHand: ON_HAND, reserved: 0, isBalanced: true });
    await expect(shop.asBuyer.dispute({ orderId, reason: 'Still' })).rejects.toThrow(
      'STEP_NOT_ALLOWED',
    );
  });

  test('if the operator decides for the buyer it counts as sold, even if others have ordered the goods meanwhile', {
    tags: ['long'],
  }, async () => {
    for (const left of [ON_HAND, 2, 0]) {
      const farm = await makeFarm(market);
      const product = await makeProduct(market, farm, { quantity: 5, price: 50 });
      const { id: orderId } = await makeOrder(market, shop.buyer, [
        { productId: product.id, quantity: 5 },
      ]);
      const asFarmer = market.caller({ token: farm.token }).farmer;
      await asFarmer.orders.confirm({ orderId });
      await asFarmer.orders.dispatch({ orderId });
      await changeOrder(market, orderId, {
        dispatchedAt: new Date(market.services.clock().getTime() - DAY * 1000),
      });
      await asFarmer.orders.notCollected({ orderId });
      await asFarmer.products.setQuantity({ productId: product.id, quantity: left });
      await shop.asBuyer.dispute({ orderId, reason: 'I paid at the gate' });
      expect(
        await run('dispute', String(orderId), 'complete', '--reason', 'There is a photo'),
      ).toMatchObject({ isDone: true });
      expect(await moneyOf(market, orderId)).toMatchObject({
        status: 'completed',
        paymentStatus: 'paid',
      });
      expect(await booksOf(market, product.id)).toMatchObject({
        onHand: Math.max(left - 5, 0),
        reserved: 0,
        sold: 5,
        isBalanced: true,
      });
      await market.workThroughOutbox();
      expect(await moneyOf(market, orderId)).toMatchObject({
        money: ['received 250'],
        payout: null,
      });
    }
  });

  test('the operator ends a dispatched order either way, and it is logged', {
    tags: ['long'],
  }, async () => {
    const [sold, off, forMpesa] = [await dispatched(), await dispatched(), await dispatched()];
    expect(await run('order', String(sold), 'complete', '--reason', 'Both say so')).toEqual({
      isDone: true,
      text: `Order ${sold} is completed; its payment is paid.`,
    });
    expect(await run('order', String(off), 'cancel', '--reason', 'Nobody came')).toMatchObject({
      isDone: true,
    });
    expect(await run('order', String(off), 'complete', '--reason', 'x')).toMatchObject({
      isDone: false,
    });
    expect(
      await run('dispute', String(forMpesa), 'cancel', '--reason', 'Not disputed'),
    ).toMatchObject({ isDone: false });
    await changeOrder(market, forMpesa, {
      paymentMethod: 'M-Pesa',
      paymentStatus: 'paid',
      paidAt: market.services.clock(),
    });
    expect(
      (await run('order', String(forMpesa), 'cancel', '--reason', 'Lost on the way')).text,
    ).toContain('refund_due');
    expect(await books()).toMatchObject({
      onHand: ON_HAND - 5,
      reserved: 0,
      sold: 5,
      isBalanced: true,
    });
    await market.workThroughOutbox();
    expect(await moneyOf(market, sold)).toMatchObject({ money: ['received 250'], payout: null });
    expect(await moneyOf(market, off)).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pending',
      money: [],
    });
    expect((await run('log')).text).toContain('order cancel');
  });

  test('is cancelled by the clock after 14 days, with two reminders to both sides before', {
    tags: ['long'],
  }, async () => {
    const orderId = await dispatched();
    await letters();
    const reminders = ['buyer', 'farmer'].map((to) => `${to}: Order #${orderId}: how did it end?`);
    const expected: [number, string[]][] = [
      ...([
        [7 * DAY - 1, []],
        [1, reminders],
        [6 * DAY - 1, []],
        [1, reminders],
        [DAY - 1, []],
      ] as [number, string[]][]),
    ];
    for (const [seconds, sent] of expected) {
      market.advance(seconds);
      expect(await tick()).toBe(0);
      expect((await letters()).sort()).toEqual(sent);
    }
    market.advance(1);
    expect(await tick()).toBe(1);
    expect(await tick()).toBe(0);
    await shop.logInAgain();
    expect(await shop.asBuyer.get({ orderId })).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pending',
      steps: [],
    });
    expect(await books()).toMatchObject({ onHand: ON_HAND, reserved: 0, isBalanced: true });
    expect((await letters()).sort()).toEqual(
      ['buyer', 'farmer'].map((to) => `${to}: Order #${orderId} was cancelled`),
    );
  });

  test('farmer, buyer, operator and clock at once: one of them ends it, and the books balance', {
    tags: ['long'],
  }, async () => {
    const rounds = 20;
    const ends: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const buyer = await makeTestBuyer(market);
      const { id: orderId } = await makeOrder(market, buyer, [
        { productId: shop.kale.id, quantity: 5 },
      ]);
      await shop.asFarmer.orders.confirm({ orderId });
      await shop.asFarmer.orders.dispatch({ orderId });
      await changeOrder(market, orderId, {
        dispatchedAt: new Date(market.services.clock().getTime() - 14 * DAY * 1000),
      });
      const asBuyer = market.caller({ token: buyer.token }).buyer.orders;
      const tried = await Promise.allSettled([
        shop.asFarmer.orders.notCollected({ orderId }),
        asBuyer.received({ orderId }),
        run('order', String(orderId), 'complete', '--reason', 'Called both').then(
          ({ isDone, text }) => {
            if (!isDone) throw new Error(text);
          },
        ),
        tick().then((moved) => {
          if (moved !== 1) throw new Error('not the clock');
        }),
      ]);
      expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      ends.push(
        ['farmer', 'buyer', 'operator', 'clock'][
          tried.findIndex(({ status }) => status === 'fulfilled')
        ] ?? 'nobody',
      );
    }
    expect(await books()).toMatchObject({ reserved: 0, isBalanced: true });
    report(
      'D60',
      `${rounds} rounds of farmer, buyer, operator and clock ending one order at once: one end each (${tally(ends)})`,
    );
  });

  test('leaves both accounts free: neither has an open order afterwards', {
    tags: ['long'],
  }, async () => {
    await notCollected();
    for (const id of [shop.buyer.id, shop.farm.id]) {
      expect(await countUnderWay(market.db, id)).toEqual({ orders: 0, refunds: 0, payouts: 0 });
    }
  });
});
