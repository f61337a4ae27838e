import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { booksOf, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';

describe('an Idempotency-Key', () => {
  let market: Market;
  let buyer: { id: number; token: string };
  let kale: { id: number };

  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market, { phoneVerifiedAt: START });
    kale = await makeProduct(market, await makeFarm(market), { quantity: 20 });
    await market
      .caller({ token: buyer.token })
      .buyer.cart.put({ lines: [{ productId: kale.id, quantity: 2 }] });
  });

  const post = (key: string | undefined, body: object = orderForm(), token = buyer.token) =>
    market.request('/api/buyer/orders', {
      token,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  test.each([undefined, '', 'with space', '\u00f1', 'k'.repeat(256)])(
    '%j is no key: 400',
    async (key) => {
      expect((await post(key)).status).toBe(400);
    },
  );

  test('the same key with the same body gives the same answer; with another body 409', async () => {
    const first = await post('one');
    expect(first.status).toBe(201);
    const body = await first.json();
    expect(await (await post('one')).json()).toEqual(body);
    expect((await post('one', orderForm({ note: 'Ring twice' }))).status).toBe(409);
    expect(await booksOf(market, kale.id)).toMatchObject({
      onHand: 18,
      reserved: 2,
      isBalanced: true,
    });
  });

  test('belongs to its buyer: another’s same key is another order', async () => {
    await post('one');
    const other = await makeTestBuyer(market);
    await market
      .caller({ token: other.token })
      .buyer.cart.put({ lines: [{ productId: kale.id, quantity: 1 }] });
    const answer = (await (await post('one', orderForm(), other.token)).json()) as {
      orders: { id: number }[];
    };
    expect(answer.orders.map(({ id }) => id)).toEqual([2]);
  });

  test('a failure is not kept: the same key works once the reason is gone', async () => {
    await changeProduct(market, kale.id, { quantity: 1 });
    expect((await post('one')).status).toBe(409);
    await changeProduct(market, kale.id, { quantity: 20 });
    expect((await post('one')).status).toBe(201);
  });

  test('is kept for seven days', async () => {
    await post('one');
    market.advance(7 * 24 * 3600 - 1);
    // The session has ended by then; the caller's is a fresh one.
    const { token } = await freshSession(market, buyer.id);
    expect((await post('one', orderForm(), token)).status).toBe(201);
    market.advance(2);
    expect((await post('one', orderForm(), token)).status).toBe(400);
  });
});

async function freshSession(market: Market, userId: number) {
  return {
    token: await openSession(
      market.db,
      { userId, isRemembered: false, device: '' },
      market.services.clock(),
    ),
  };
}
