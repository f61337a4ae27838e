import { beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#features/operator/server/run-command.ts';
import { runOrderClock } from '#features/orders/server/run-order-clock.ts';
import {
  dispatchedForCash,
  lettersOf,
  makeShop,
  moneyOf,
  type Shop,
} from '#tests/factories/money.ts';
import { booksOf, changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';

const DAY = 24 * 3600;
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
const dispatched = () => dispatchedForCash(shop);
const letters = () => lettersOf(market, shop);

describe('D60: a cash order whose handover code nobody enters', () => {
  test('the operator ends a dispatched order either way, and it is logged', {
    tags: ['long'],
  }, async () => {
    const [sold, off, forMpesa] = [await dispatched(), await dispatched(), await dispatched()];
    expect(await run('order', String(sold), 'complete', '--reason', 'Both say so')).toEqual({
      isDone: true,
      text: `Order ${sold}: Completed. Payment: Paid.`,
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
    ).toContain('Refund due');
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
    expect((await run('log')).text).toMatch(/order +done +\{"end":"cancelled"/);
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
});
