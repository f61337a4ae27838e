import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { payouts } from '../../../../../src/server/db/schema/payments.ts';
import { failPayout, recordPayout } from '../../../../../src/server/modules/trade/decide-payout.ts';
import { sendPayouts } from '../../../../../src/server/modules/trade/payments/payouts/send-payouts.ts';
import { PAYOUT_MIN_KES, SAME_AMOUNT_SECONDS } from '../../../../../src/shared/limits.ts';
import { makeShop, moneyOf, type Shop } from '../../../../factories/money.ts';
import { makeProduct } from '../../../../factories/products.ts';
import { makeOrder } from '../../../../factories/trade.ts';
import { type Market, makeMarket } from '../../../../setup/market.ts';
import { type OpenMpesa, openMpesa } from '../../../../setup/mpesa.ts';
import { refusalOf } from '../../../../setup/rest.ts';

let market: Market;
let mpesa: OpenMpesa;
let shop: Shop;

beforeEach(async () => {
  market = await makeMarket();
  mpesa = await openMpesa(market);
  shop = await makeShop(market);
});

/** A completed order whose payout is due, of so many shillings: an earlier version took orders of any amount. */
async function owed(kes: number): Promise<number> {
  const id = await shop.confirmed();
  await shop.pay(id);
  await mpesa.answer('approve');
  market.advance(SAME_AMOUNT_SECONDS);
  await shop.handOver(id);
  await market.db
    .update(payouts)
    .set({ amountCents: kes * 100 })
    .where(eq(payouts.orderId, id));
  await mpesa.workThrough();
  return id;
}

const payoutOf = async (orderId: number) => {
  const { payout } = await moneyOf(market, orderId);
  if (!payout) throw new Error(`Order ${orderId} has no payout`);
  return payout;
};
const statusesOf = async (ids: number[]) => (await Promise.all(ids.map(payoutOf))).map(({ status }) => status);
const sentAmounts = () => mpesa.mpesa.payouts.map(({ amount }) => amount);

describe('payouts that are too small for M-Pesa (D117)', () => {
  test('wait until they come to enough together, and are then sent as one', async () => {
    const ids = [await owed(4), await owed(5)];
    await mpesa.round();
    expect(sentAmounts()).toEqual([]);
    expect(await statusesOf(ids)).toEqual(['due', 'due']);
    ids.push(await owed(6));
    await Promise.all(Array.from({ length: 5 }, () => sendPayouts(market.db, market.services)));
    await mpesa.round();
    await mpesa.round();
    expect(sentAmounts()).toEqual([15]);
    expect(await statusesOf(ids)).toEqual(['paid', 'paid', 'paid']);
  });

  test('leave with the next larger one', async () => {
    const ids = [await owed(4), await owed(250)];
    await mpesa.round();
    expect(sentAmounts()).toEqual([254]);
    expect(await statusesOf(ids)).toEqual(['paid', 'paid']);
  });

  test('are due as before where it never left', async () => {
    const ids = [await owed(4), await owed(250)];
    await mpesa.withoutDaraja(async () => {
      await sendPayouts(market.db, market.services);
    });
    expect(await statusesOf(ids)).toEqual(['due', 'due']);
    market.advance(120);
    await mpesa.round();
    expect(sentAmounts()).toEqual([254]);
    expect(await statusesOf(ids)).toEqual(['paid', 'paid']);
  });

  test('are not decided on their own while they are on their way', async () => {
    const ids = [await owed(4), await owed(250)];
    mpesa.delivery.isLost = true;
    await sendPayouts(market.db, market.services);
    const [small, large] = await Promise.all(ids.map(payoutOf));
    if (!small || !large) throw new Error('There are two payouts');
    const now = market.services.clock();
    const decide = { payoutId: small.id, now };
    expect(await market.db.transaction((tx) => failPayout(tx, decide))).toMatchObject({ outcome: 'notPossible' });
    const recorded = await market.db.transaction((tx) => recordPayout(tx, { ...decide, receipt: 'SMALL00001' }));
    expect(recorded).toMatchObject({ outcome: 'notPossible' });
    await market.db.transaction((tx) => recordPayout(tx, { payoutId: large.id, receipt: 'LARGE00001', now }));
    expect(await statusesOf(ids)).toEqual(['paid', 'paid']);
  });

  test('D118: no new ones are made: an M-Pesa order comes to ten shillings at least', async () => {
    const { id: productId } = await makeProduct(market, shop.farm, { price: 1, quantity: 100 });
    const by = (paymentMethod: 'M-Pesa' | 'Cash on delivery', quantity: number) =>
      makeOrder(market, shop.buyer, [{ productId, quantity }], { paymentMethod });
    const refusal = await refusalOf(by('M-Pesa', PAYOUT_MIN_KES - 1));
    expect(refusal).toMatchObject({ code: 'MPESA_ORDER_TOO_SMALL' });
    await by('Cash on delivery', PAYOUT_MIN_KES - 1);
    await by('M-Pesa', PAYOUT_MIN_KES);
  });
});
