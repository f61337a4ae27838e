/** @module-tag long */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#features/accounts/server/tables/users.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeOrder, makeProvenBuyer, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

const FARM_PHONE = '+254112345678';

describe('B65 nobody orders from themselves', () => {
  let market: Market;
  let farm: { id: number; token: string };
  let productId: number;
  const asBuyer = (buyer: { token: string }) => market.caller({ token: buyer.token }).buyer;

  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market, { email: 'wanjiru@shamba.example' });
    productId = (await makeProduct(market, farm, { quantity: 5000 })).id;
  });

  test.each([
    ['phone number', { phoneNumber: FARM_PHONE }],
    ['national ID', { nationalId: '7654321' }],
  ])('B65: an account with the same %s: 20 tries, no order', async (what, shared) => {
    await market.db.update(users).set({ nationalId: '7654321' }).where(eq(users.id, farm.id));
    const buyer = await makeProvenBuyer(market, shared);
    const cart = await asBuyer(buyer).cart.put({ lines: [{ productId, quantity: 10 }] });
    expect(cart).toMatchObject({ canOrder: false, lines: [{ problem: 'ownFarm' }] });
    const outcomes: string[] = [];
    for (let tried = 0; tried < 20; tried++) {
      const placing = asBuyer(buyer).orders.place({
        idempotencyKey: freshKey(),
        order: orderForm(),
      });
      outcomes.push(await outcomeOf(placing));
    }
    report('B65', `20 orders between accounts with the same ${what}: ${tally(outcomes)}`);
    expect(new Set(outcomes)).toEqual(new Set(['OWN_FARM']));
    expect(await countRows(market.db, 'orders')).toBe(0);
  });

  test('B65: over REST it is a 409 with its code, and a sentence that tells of nobody what they typed', async () => {
    const buyer = await makeProvenBuyer(market, { phoneNumber: FARM_PHONE });
    await asBuyer(buyer).cart.put({ lines: [{ productId, quantity: 10 }] });
    const headers = { 'idempotency-key': freshKey() };
    const refused = await call(market, '/api/buyer/orders', orderForm(), {
      token: buyer.token,
      headers,
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, code: 'OWN_FARM', farmId: farm.id, productId },
    });
    expect(refused.body.message).toBe(
      "You can't order from Kilima Farm with this account, because it looks like your own farm. If it isn't yours, please write to us.",
    );
    expect(JSON.stringify(refused.body)).not.toMatch(/phone|national|number|2345678/i);
  });

  test('B65: accounts without a national ID do not share one', async () => {
    const buyer = await makeProvenBuyer(market, { nationalId: null });
    await expect(makeOrder(market, buyer, [{ productId, quantity: 1 }])).resolves.toMatchObject({
      farmId: farm.id,
    });
  });
});
