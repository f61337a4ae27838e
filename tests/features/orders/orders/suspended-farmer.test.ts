import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#features/accounts/server/tables/users.ts';
import { runCommand } from '#features/operator/server/run-command.ts';
import { findWrongMoney, makeShop, moneyOf, PHONE, type Shop } from '#tests/factories/money.ts';
import { booksOf } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { type OpenMpesa, openMpesa } from '#tests/setup/mpesa.ts';

describe("D62: a suspended farmer's order", () => {
  let market: Market;
  let shop: Shop;
  let mpesa: OpenMpesa;
  beforeEach(async () => {
    market = await makeMarket();
    mpesa = await openMpesa(market);
    shop = await makeShop(market);
  });

  const run = async (command: 'suspend' | 'unsuspend') => {
    const [farmer] = await market.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, shop.farm.id));
    const words = [command, farmer?.email ?? '', '--reason', 'x'];
    expect(
      await runCommand(market.db, { operator: 'juma', arguments: words }, market.services),
    ).toMatchObject({ isDone: true });
  };
  const suspend = () => run('suspend');
  const unsuspend = () => run('unsuspend');

  test('cannot be paid, as REST says, and its buyer may cancel it at once', async () => {
    const orderId = await shop.confirmed();
    await suspend();
    expect(await shop.asBuyer.get({ orderId })).toMatchObject({
      isFarmerSuspended: true,
      steps: ['cancel'],
    });
    await expect(shop.pay(orderId)).rejects.toThrow('FARMER_SUSPENDED');
    const path = `/api/buyer/orders/${orderId}/pay`;
    const response = await market.request(path, {
      token: shop.buyer.token,
      body: { phoneNumber: PHONE },
    });
    expect(response.status).toBe(409);
    expect(((await response.json()) as { message: string }).message).toContain('suspended');
    expect(() => mpesa.lastPrompt()).toThrow('No phone has rung');
    expect(await shop.asBuyer.cancel({ orderId })).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pending',
    });
  });

  test('if it was paid before, is cancelled at once, and a refund is due', async () => {
    const orderId = await shop.confirmed();
    await shop.pay(orderId);
    await mpesa.answer('approve');
    expect((await shop.asBuyer.get({ orderId })).steps).toEqual([]);
    await suspend();
    expect((await shop.asBuyer.get({ orderId })).steps).toEqual(['cancel']);
    expect(await shop.asBuyer.cancel({ orderId })).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'refund_due',
    });
    await market.workThroughOutbox();
    expect(await moneyOf(market, orderId)).toMatchObject({ money: ['refund_due 250'] });
    expect(await booksOf(market, shop.kale.id)).toMatchObject({ onHand: 10_000, isBalanced: true });
  });

  test('with a push pending at the suspension loses no money, whenever the buyer cancels', async () => {
    for (const isCancelledFirst of [true, false]) {
      if (!isCancelledFirst) await unsuspend();
      // M-Pesa takes the same amount from one phone again only after a while.
      market.advance(10 * 60);
      await shop.logInAgain();
      const orderId = await shop.confirmed();
      await shop.pay(orderId);
      await suspend();
      const cancel = () => shop.asBuyer.cancel({ orderId });
      if (isCancelledFirst) await cancel();
      await mpesa.answer('approve');
      if (!isCancelledFirst) await cancel();
      await market.workThroughOutbox();
      expect(await moneyOf(market, orderId)).toMatchObject({
        status: 'cancelled',
        paymentStatus: 'refund_due',
        money: ['refund_due 250'],
      });
    }
    expect(await findWrongMoney(market)).toEqual([]);
  });

  test('with a push waiting for its turn does not ring any more', async () => {
    const [first, second] = [await shop.confirmed(), await shop.confirmed()];
    await shop.pay(first);
    expect((await shop.pay(second)).attempt).toMatchObject({ status: 'sending' });
    const rung = mpesa.mpesa.prompts.length;
    await suspend();
    market.advance(10 * 60);
    await mpesa.round();
    expect(mpesa.mpesa.prompts).toHaveLength(rung);
    expect(await moneyOf(market, second)).toMatchObject({
      paymentStatus: 'failed',
      attempts: ['failed'],
      money: [],
    });
  });

  test('is an ordinary order again once the suspension is lifted', async () => {
    const orderId = await shop.confirmed();
    await suspend();
    await unsuspend();
    expect((await shop.asBuyer.get({ orderId })).steps).toEqual(['pay', 'cancel']);
  });
});
