import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { findWrongMoney, makeShop, moneyOf, type Shop, TOTAL } from '#tests/factories/money.ts';
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

async function paidOrder(): Promise<number> {
  const id = await shop.confirmed();
  await shop.pay(id);
  await mpesa.answer('approve');
  return id;
}

describe('an order and its money change in one transaction', () => {
  test('a completed order has its payout at once', async () => {
    const id = await paidOrder();
    await shop.handOver(id);
    expect((await moneyOf(market, id)).payout).toMatchObject({ status: 'due', cents: TOTAL * 100 });
  });

  test('a cash order has its payment at the handover', async () => {
    const id = await shop.confirmedForCash();
    await shop.handOver(id);
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'paid',
      money: [`received ${TOTAL}`],
      payout: null,
    });
  });

  test('a cancelled order has its refund at once', { tags: ['long'] }, async () => {
    const id = await paidOrder();
    await shop.asFarmer.orders.cancel({ orderId: id, reason: 'the rain took it' });
    expect(await moneyOf(market, id)).toMatchObject({
      paymentStatus: 'refund_due',
      money: [`refund_due ${TOTAL}`],
    });
    expect(await findWrongMoney(market)).toEqual([]);
  });

  test('an order whose payout cannot be written is not completed', { tags: ['long'] }, async () => {
    const id = await paidOrder();
    await market.db.execute(sql`alter table payouts rename to payouts_elsewhere`);
    try {
      await expect(shop.handOver(id)).rejects.toThrow();
    } finally {
      await market.db.execute(sql`alter table payouts_elsewhere rename to payouts`);
    }
    expect(await moneyOf(market, id)).toMatchObject({ status: 'dispatched', payout: null });
  });
});
