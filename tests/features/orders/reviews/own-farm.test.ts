import { describe, expect, test } from 'vitest';
import { freshKey, makeProvenBuyer, orderForm } from '#tests/factories/trade.ts';
import {
  asBuyer,
  farm,
  givenTrade,
  market,
  order,
  product,
  setUser,
} from '#tests/setup/each-test.ts';
import { report, tally } from '#tests/setup/report.ts';
import { call, outcomeOf } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

const FARM_PHONE = '+254112345678';

describe('B65 nobody orders from themselves', () => {
  givenTrade({ farm: { email: 'wanjiru@shamba.example' }, goods: { quantity: 5000 } });
  const cart = (by: { token: string }) => market.caller(by).buyer.cart;

  test.each([
    ['phone number', { phoneNumber: FARM_PHONE }],
    ['national ID', { nationalId: '7654321' }],
  ])('B65: an account with the same %s: 20 tries, no order', async (what, shared) => {
    await setUser(farm.id, { nationalId: '7654321' });
    const twin = await makeProvenBuyer(market, shared);
    const held = await cart(twin).put({ lines: [{ productId: product.id, quantity: 10 }] });
    expect(held).toMatchObject({ canOrder: false, lines: [{ problem: 'ownFarm' }] });
    const outcomes: string[] = [];
    for (let tried = 0; tried < 20; tried++) {
      const placing = asBuyer(twin).place({ idempotencyKey: freshKey(), order: orderForm() });
      outcomes.push(await outcomeOf(placing));
    }
    report('B65', `20 orders between accounts with the same ${what}: ${tally(outcomes)}`);
    expect(new Set(outcomes)).toEqual(new Set(['OWN_FARM']));
    expect(await countRows(market.db, 'orders')).toBe(0);
  });

  test('B65: over REST it is a 409 with its code, and a sentence that tells of nobody what they typed', async () => {
    const twin = await makeProvenBuyer(market, { phoneNumber: FARM_PHONE });
    await cart(twin).put({ lines: [{ productId: product.id, quantity: 10 }] });
    const headers = { 'idempotency-key': freshKey() };
    const refused = await call(market, '/api/buyer/orders', orderForm(), {
      token: twin.token,
      headers,
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, code: 'OWN_FARM', farmId: farm.id, productId: product.id },
    });
    expect(refused.body.message).toBe(
      "You can't order from Kilima Farm with this account, because it looks like your own farm. If it isn't yours, please write to us.",
    );
    expect(JSON.stringify(refused.body)).not.toMatch(/phone|national|number|2345678/i);
  });

  test('B65: accounts without a national ID do not share one', async () => {
    const twin = await makeProvenBuyer(market, { nationalId: null });
    expect(await order(1, {}, twin)).toBe(1);
  });
});
