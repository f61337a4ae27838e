import { beforeEach, describe, expect, test } from 'vitest';
import { openSession } from '#features/accounts/server/sessions/open-session.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey, makeOrder, makeTestBuyer, orderForm } from '#tests/factories/trade.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';

const TODAY = '2026-03-02';
const DAY_SECONDS = 24 * 3600;

describe('the preferred day of an order', () => {
  let market: Market;
  let buyer: { id: number; token: string };
  let farm: { id: number; token: string };
  let productId: number;

  beforeEach(async () => {
    market = await makeMarket();
    buyer = await makeTestBuyer(market);
    farm = await makeFarm(market);
    productId = (await makeProduct(market, farm, { quantity: 100, price: 50 })).id;
  });

  const place = (wish: object) => makeOrder(market, buyer, [{ productId, quantity: 1 }], wish);
  const placeOverRest = async (wish: object, key = freshKey()) => {
    await market
      .caller({ token: buyer.token })
      .buyer.cart.put({ lines: [{ productId, quantity: 1 }] });
    const headers = { 'idempotency-key': key, 'accept-language': 'en' };
    return market.request('/api/buyer/orders', {
      token: buyer.token,
      body: { ...orderForm(), ...wish },
      headers,
    });
  };
  /** The session ends meanwhile, so the buyer logs in again. */
  const moveClock = async (seconds: number) => {
    market.advance(seconds);
    const now = market.services.clock();
    buyer.token = await openSession(
      market.db,
      { userId: buyer.id, isRemembered: false, device: '' },
      now,
    );
  };
  const readBoth = (id: number) =>
    Promise.all([
      market.caller({ token: buyer.token }).buyer.orders.get({ orderId: id }),
      market.caller({ token: farm.token }).farmer.orders.get({ orderId: id }),
    ]);

  test('buyer and farmer read the day and its part, also over REST', async () => {
    const response = await placeOverRest({ wishedDay: '2026-03-04', wishedPart: 'morning' });
    expect(response.status).toBe(201);
    const [{ id }] = ((await response.json()) as { orders: [{ id: number }] }).orders;
    for (const order of await readBoth(id))
      expect(order).toMatchObject({ wishedDay: '2026-03-04', wishedPart: 'morning' });
    for (const [role, { token }] of [['buyer', buyer] as const, ['farmer', farm] as const]) {
      const read = await market.request(`/api/${role}/orders/${id}`, { token });
      expect(await read.json()).toMatchObject({
        order: { wishedDay: '2026-03-04', wishedPart: 'morning' },
      });
    }
  });

  test('is optional, and so is its part', async () => {
    const [none, any] = [await place({}), await place({ wishedDay: TODAY })];
    for (const order of await readBoth(none.id))
      expect(order).toMatchObject({ wishedDay: null, wishedPart: null });
    for (const order of await readBoth(any.id))
      expect(order).toMatchObject({ wishedDay: TODAY, wishedPart: null });
  });

  test('may be today up to seven days later, by the calendar in Nairobi', async () => {
    await expect(place({ wishedDay: '2026-03-09' })).resolves.toBeTruthy();
    for (const wishedDay of ['2026-03-01', '2026-03-10', '2027-03-02']) {
      await expect(place({ wishedDay }), wishedDay).rejects.toThrow('WISHED_DAY_NOT_NEAR');
    }
    // 22:30 in UTC is half past one of the next day in Nairobi.
    await moveClock((new Date('2026-03-02T22:30:00Z').getTime() - START.getTime()) / 1000);
    await expect(place({ wishedDay: TODAY })).rejects.toThrow('WISHED_DAY_NOT_NEAR');
    await expect(place({ wishedDay: '2026-03-10' })).resolves.toBeTruthy();
  });

  test('a refusal names the field and the possible days', async () => {
    const response = await placeOverRest({ wishedDay: '2026-04-01' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'Choose today or one of the next 7 days',
      fieldErrors: { wishedDay: 'Choose today or one of the next 7 days' },
    });
    for (const wish of [
      { wishedPart: 'morning' },
      { wishedDay: TODAY, wishedPart: 'night' },
      { wishedDay: '4 March' },
    ]) {
      expect((await placeOverRest(wish)).status, JSON.stringify(wish)).toBe(400);
    }
  });

  test('a retry after the preferred day gets the answer of the placed order', async () => {
    const [first, key] = [{ wishedDay: TODAY }, freshKey()];
    const placed = await (await placeOverRest(first, key)).json();
    await moveClock(DAY_SECONDS);
    expect(await (await placeOverRest(first, key)).json()).toEqual(placed);
  });
});
