import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { farmerSignup, logIn, makeBuyer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { freshKey } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { call } from '#tests/setup/rest.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

describe("'paymentMethod (default M-Pesa)'", () => {
  test('an order without paymentMethod is paid by M-Pesa, and one with it as given', async () => {
    await openMpesa(market);
    const kale = await makeProduct(market, await makeFarm(market));
    const buyer = await makeBuyer(market);
    const place = async (order: object) => {
      await call(
        market,
        '/api/buyer/cart',
        { lines: [{ productId: kale.id, quantity: 1 }] },
        { ...buyer, method: 'PUT' },
      );
      const headers = { 'idempotency-key': freshKey() };
      return call(
        market,
        '/api/buyer/orders',
        { fulfilment: 'collection', ...order },
        { ...buyer, headers },
      );
    };
    const methods = async () => {
      const { body } = await call(market, '/api/buyer/orders', undefined, buyer);
      return (body.orders as { paymentMethod: string }[]).map(({ paymentMethod }) => paymentMethod);
    };
    expect((await place({})).status).toBe(201);
    expect(await methods()).toEqual(['M-Pesa']);
    expect((await place({ paymentMethod: 'Cash on delivery' })).status).toBe(201);
    expect(await methods()).toEqual(['Cash on delivery', 'M-Pesa']);
    expect(await place({ paymentMethod: 'Cheque' })).toMatchObject({
      status: 400,
      body: { fieldErrors: { paymentMethod: 'Choose how to pay' } },
    });
  });
});

describe("'Geofence radius: 200 to 25000 m in steps of 100, default 500'", () => {
  test("a farmer's sign-up without geofenceRadius has 500", async () => {
    const signup = farmerSignup();
    const { email, password } = signup;
    await call(market, '/api/auth/send-otp', { email, purpose: 'signup' });
    const proven = await call(market, '/api/auth/verify-otp', {
      email,
      otp: market.lastCode(email),
      purpose: 'signup',
    });
    const { geofenceRadius: _, ...location } = signup.location;
    const made = await call(market, '/api/auth/farmer/signup', {
      ...signup,
      location,
      signupToken: proven.body.signupToken,
    });
    expect(made.status, String(made.body.message)).toBe(201);
    const { token } = await logIn(market, { email, password, role: 'farmer' });
    const { body } = await call(market, '/api/farmer/profile', undefined, { token });
    expect(body.profile).toMatchObject({ geofenceRadius: 500 });
  });
});
