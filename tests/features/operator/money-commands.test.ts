import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { payments } from '#features/orders/server/tables/payments.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { bookCompleted, makeShop, moneyOf } from '#tests/factories/money.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { booksOf, changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { dumpDatabase } from '#tests/setup/rows.ts';

/** A refusal is a row of the log. */
const LOG = ['operator_actions', 'operator_log_head'];

describe("the operator's commands", () => {
  let market: Market;
  const run = (...words: string[]) => operatorOf(market).run(...words);
  const logged = () => operatorOf(market).logged();

  beforeEach(async () => {
    market = await makeMarket();
    await rememberLiveDatabase(market.db, market.services);
  });

  describe('disputes', () => {
    const disputed = async () => {
      const farm = await makeFarm(market);
      const buyer = await makeTestBuyer(market);
      const { id: productId } = await makeProduct(market, farm, { quantity: 100 });
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 10 }]);
      const asFarmer = market.caller(farm).farmer.orders;
      await asFarmer.confirm({ orderId });
      await asFarmer.dispatch({ orderId });
      const asBuyer = market.caller(buyer).buyer.orders;
      await asBuyer.dispute({ orderId, reason: 'Half of it was \u200brotten' });
      return { orderId, productId, asBuyer };
    };

    test('are listed with what the buyer says, and end as the operator decides, with the reason in the history', async () => {
      const { orderId, productId, asBuyer } = await disputed();
      expect((await run('disputes')).text).toMatch(
        new RegExp(`\\n${orderId} .*Half of it was +rotten`),
      );
      expect(
        await run('dispute', String(orderId), 'cancel', '--reason', 'The photos show it'),
      ).toMatchObject({ isDone: true });
      const order = await asBuyer.get({ orderId });
      expect(order).toMatchObject({ status: 'cancelled' });
      expect(order.events.at(-1)).toMatchObject({
        actor: 'operator',
        to: 'cancelled',
        reason: 'The photos show it',
      });
      expect(await booksOf(market, productId)).toMatchObject({ onHand: 100, isBalanced: true });
      expect(await run('disputes')).toEqual({ isDone: true, text: 'There are no disputes.' });
      expect(await logged()).toEqual([
        {
          operator: 'juma',
          action: 'dispute',
          details: { orderId, end: 'cancelled', reason: 'The photos show it' },
        },
      ]);
    });

    test('completed, what was held is sold', async () => {
      const { orderId, productId, asBuyer } = await disputed();
      await run('dispute', String(orderId), 'complete', '--reason', 'The buyer took it');
      expect(await asBuyer.get({ orderId })).toMatchObject({ status: 'completed' });
      expect(await booksOf(market, productId)).toMatchObject({
        onHand: 90,
        sold: 10,
        isBalanced: true,
      });
    });

    test('an order that nobody disputes is not the operator’s to move', async () => {
      const { orderId } = await disputed();
      await run('dispute', String(orderId), 'complete', '--reason', 'x');
      const before = await dumpDatabase(market.db, { except: LOG });
      expect(await run('dispute', String(orderId), 'cancel', '--reason', 'x')).toMatchObject({
        isDone: false,
      });
      expect(await run('dispute', '4711', 'cancel', '--reason', 'x')).toMatchObject({
        isDone: false,
      });
      expect(await dumpDatabase(market.db, { except: LOG })).toBe(before);
    });
  });

  test('a payout leaves while its buyer may still dispute the order only where that is said, and the log tells', async () => {
    const shop = await makeShop(market);
    const completed = async () => {
      const { id } = await makeOrder(market, shop.buyer, [
        { productId: shop.kale.id, quantity: 5 },
      ]);
      await changeOrder(market, id, { paymentMethod: 'M-Pesa', paymentStatus: 'paid' });
      const completedAt = market.services.clock();
      await changeOrder(market, id, { status: 'completed', completedByClock: true, completedAt });
      await bookCompleted(market, id);
      return { orderId: id, payoutId: String((await moneyOf(market, id)).payout?.id) };
    };
    const [early, late] = [await completed(), await completed()];
    const approve = (payoutId: string, ...flags: string[]) =>
      run('payout', payoutId, 'approve', '--reason', 'x', ...flags);
    market.advance(24 * 3600 - 1);
    const before = await dumpDatabase(market.db, { except: LOG });
    const refused = await approve(early.payoutId);
    expect(refused).toMatchObject({
      isDone: false,
      text: expect.stringContaining('--before-dispute-window-ends'),
    });
    expect(refused.text).toContain(
      `order ${early.orderId} may dispute it until 2026-03-03T06:00:00Z`,
    );
    expect(await dumpDatabase(market.db, { except: LOG })).toBe(before);
    const released = await approve(early.payoutId, '--before-dispute-window-ends');
    expect(released).toMatchObject({
      isDone: true,
      text: expect.stringContaining('until 2026-03-03T06:00:00Z'),
    });
    market.advance(1);
    expect(await approve(late.payoutId)).toEqual({
      isDone: true,
      text: `Payout ${late.payoutId} may go out.`,
    });
    expect((await logged()).map(({ details }) => details)).toEqual([
      {
        payoutId: Number(early.payoutId),
        reason: 'x',
        beforeDisputeWindowEnds: true,
        disputableUntil: '2026-03-03T06:00:00.000Z',
      },
      { payoutId: Number(late.payoutId), reason: 'x', disputableUntil: null },
    ]);
  });

  test('a refund is written down once, with its receipt', async () => {
    const farm = await makeFarm(market);
    const buyer = await makeTestBuyer(market);
    const { id: productId } = await makeProduct(market, farm);
    const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
    const [payment] = await market.db
      .insert(payments)
      .values({
        orderId,
        method: 'M-Pesa',
        state: 'refund_due',
        amountCents: 4600,
        receivedAt: market.services.clock(),
      })
      .returning({ id: payments.id });
    const id = String(payment?.id);
    expect((await run('refunds')).text).toContain('KES 46.00');
    expect(await run('refund', id, '--receipt', 'sgh7xyz')).toMatchObject({ isDone: true });
    expect(await run('refund', id, '--receipt', 'SGH8XYZ')).toEqual({
      isDone: false,
      text: 'No refund of it is due.',
    });
    const [row] = await market.db
      .select({ state: payments.state, receipt: payments.refundReceipt })
      .from(payments)
      .where(eq(payments.id, Number(id)));
    expect(row).toEqual({ state: 'refunded', receipt: 'SGH7XYZ' });
    expect(await logged()).toEqual([
      {
        operator: 'juma',
        action: 'refund',
        details: { paymentId: Number(id), receipt: 'SGH7XYZ', alone: true },
      },
    ]);
  });
});
