import { describe, expect, test } from 'vitest';
import { freshKey, orderForm } from '#tests/factories/trade.ts';
import {
  asBuyer,
  asFarmer,
  buyer,
  DAY,
  farm,
  givenTrade,
  market,
  order,
  product,
  refused,
  wait,
} from '#tests/setup/each-test.ts';
import { START } from '#tests/setup/market.ts';

const TODAY = '2026-03-02';

describe('the preferred day of an order', () => {
  givenTrade();

  const place = (wish: object) => order(1, wish);
  const placeOverRest = async (wish: object, key = freshKey()) => {
    await market.caller(buyer).buyer.cart.put({ lines: [{ productId: product.id, quantity: 1 }] });
    const headers = { 'idempotency-key': key, 'accept-language': 'en' };
    return market.request('/api/buyer/orders', {
      token: buyer.token,
      body: { ...orderForm(), ...wish },
      headers,
    });
  };
  const readBoth = (orderId: number) =>
    Promise.all([asBuyer().get({ orderId }), asFarmer().get({ orderId })]);

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
    for (const order of await readBoth(none))
      expect(order).toMatchObject({ wishedDay: null, wishedPart: null });
    for (const order of await readBoth(any))
      expect(order).toMatchObject({ wishedDay: TODAY, wishedPart: null });
  });

  test('may be today up to seven days later, by the calendar in Nairobi', async () => {
    await expect(place({ wishedDay: '2026-03-09' })).resolves.toBeTruthy();
    for (const wishedDay of ['2026-03-01', '2026-03-10', '2027-03-02'])
      await refused(place({ wishedDay }), 'WISHED_DAY_NOT_NEAR');
    // 22:30 in UTC is half past one of the next day in Nairobi.
    await wait((new Date('2026-03-02T22:30:00Z').getTime() - START.getTime()) / 1000);
    await refused(place({ wishedDay: TODAY }), 'WISHED_DAY_NOT_NEAR');
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
    await wait(DAY);
    expect(await (await placeOverRest(first, key)).json()).toEqual(placed);
  });
});
