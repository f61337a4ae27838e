import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { buyerSignup, farmerSignup, makeFarmer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer, nearPlace } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

const HOUR = 3600;

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

describe("'Location verified flag: set by a successful GPS fix'", () => {
  const profileOf = async (location: Partial<ReturnType<typeof farmerSignup>['location']>) => {
    const signup = farmerSignup();
    const farmer = await makeFarmer(market, { location: { ...signup.location, ...location } });
    return (await call(market, '/api/farmer/profile', undefined, farmer)).body.profile;
  };
  const fix = (accuracy: number) => ({
    gpsFix: { latitude: -0.4171, longitude: 36.9512, accuracy, takenAt: '2026-03-02T06:00:00Z' },
  });

  test.each([
    [9.6, 'excellent', 9],
    [99.2, 'fair', 99],
    [2400, 'poor', 2400],
  ])(
    'a fix of %d m sets it, and its class is %s',
    async (accuracy, verifiedAccuracyClass, verifiedAccuracyMetres) => {
      expect(await profileOf(fix(accuracy))).toMatchObject({
        isVerified: true,
        verifiedAccuracyClass,
        verifiedAccuracyMetres,
      });
    },
  );

  test("a signup payload 'location {…, accuracy, verified}' (§3) counts as a GPS fix", async () => {
    const location = { gpsFix: undefined, accuracy: 18, verified: true } as const;
    expect(await profileOf(location)).toMatchObject({
      isVerified: true,
      verifiedAccuracyClass: 'good',
    });
  });

  test('without accuracy and without a fix it stays unset', async () => {
    expect(await profileOf({ gpsFix: undefined, accuracy: undefined })).toMatchObject({
      isVerified: false,
    });
  });
});

describe("'Session: with Remember me the session is kept in persistent storage, otherwise in session storage'", () => {
  async function verify(extra: object) {
    const signup = buyerSignup();
    await call(market, '/api/auth/buyer/signup', signup);
    await call(market, '/api/auth/send-otp', { email: signup.email, purpose: 'signup' });
    const otp = market.lastCode(signup.email);
    const { body } = await call(market, '/api/auth/verify-otp', {
      email: signup.email,
      otp,
      purpose: 'signup',
      ...extra,
    });
    return String(body.token);
  }
  const isAlive = async (token: string) =>
    (await call(market, '/api/buyer/profile', undefined, { token })).status === 200;

  test.each([{}, { rememberMe: true }])(
    'call 3 with %j: a token kept by the client is still valid a day later',
    async (extra) => {
      const token = await verify(extra);
      market.advance(24 * HOUR);
      expect(await isAlive(token)).toBe(true);
    },
  );

  test('call 3 with rememberMe false: the session ends the same day', async () => {
    const token = await verify({ rememberMe: false });
    market.advance(3 * HOUR);
    expect(await isAlive(token)).toBe(true);
    market.advance(21 * HOUR);
    expect(await isAlive(token)).toBe(false);
  });
});

describe("'Pending orders offer accept or reject', and 'Farmer order (read): buyerPhone, deliveryAddress'", () => {
  test('before confirmation the phone is null and the address is only the town or ward; afterwards both are as given', async () => {
    const buyer = await makeTestBuyer(market);
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { quantity: 100 });
    const form = {
      fulfilment: 'delivery',
      deliveryAddress: 'Kilimo Road 7',
      ...nearPlace,
    } as const;
    const { id } = await makeOrder(market, buyer, [{ productId, quantity: 1 }], form);
    const readOrder = async () =>
      (await call(market, `/api/farmer/orders/${id}`, undefined, farm)).body.order;
    expect(await readOrder()).toMatchObject({
      status: 'pending',
      buyerPhone: null,
      deliveryAddress: 'Tetu, Nyeri Town, Nyeri',
      dropOff: null,
    });
    await call(market, `/api/farmer/orders/${id}/confirm`, {}, farm);
    expect(await readOrder()).toMatchObject({
      buyerPhone: '+254722000111',
      deliveryAddress: 'Kilimo Road 7',
    });
  });
});

describe("'The order table also shows product and quantity'", () => {
  test.each([
    [1, '1 bag'],
    [2, '2 bags'],
    [2.5, '2.5 bags'],
  ])('%d of a product sold in bags is shown as %s', async (quantity, text) => {
    const buyer = await makeTestBuyer(market);
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, { unit: 'bags', quantity: 100 });
    const { id } = await makeOrder(market, buyer, [{ productId, quantity }]);
    const { body } = await call(market, `/api/farmer/orders/${id}`, undefined, farm);
    expect(body.order).toMatchObject({ product: 'Sukuma wiki', quantity: text });
  });
});
