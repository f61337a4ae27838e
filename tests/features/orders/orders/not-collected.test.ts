import { beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#features/operator/server/run-command.ts';
import { countUnderWay } from '#features/orders/server/privacy/erase-queries.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import {
  dispatchedForCash,
  lettersOf,
  makeShop,
  moneyOf,
  type Shop,
} from '#tests/factories/money.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { booksOf, changeOrder, codeOf, makeOrder } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const ON_HAND = 10_000;

let market: Market;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  shop = await makeShop(market);
});

const run = (...words: string[]) =>
  runCommand(market.db, { operator: 'juma', arguments: words }, market.services);
const books = () => booksOf(market, shop.kale.id);
const dispatched = () => dispatchedForCash(shop);
const letters = () => lettersOf(market, shop);

async function wait(seconds: number) {
  market.advance(seconds);
  await shop.logInAgain();
}

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
    expect(await shop.asFarmer.orders.get({ orderId })).toMatchObject({
      steps: ['complete', 'weigh'],
    });
    await expect(shop.asFarmer.orders.notCollected({ orderId })).rejects.toThrow(
      'STEP_NOT_ALLOWED',
    );
    market.advance(1);
    expect(await shop.asFarmer.orders.get({ orderId })).toMatchObject({
      steps: ['complete', 'weigh', 'notCollected'],
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

  test('leaves both accounts free: neither has an open order afterwards', {
    tags: ['long'],
  }, async () => {
    await notCollected();
    for (const id of [shop.buyer.id, shop.farm.id]) {
      expect(await countUnderWay(market.db, id)).toEqual({ orders: 0, refunds: 0, payouts: 0 });
    }
  });
});
