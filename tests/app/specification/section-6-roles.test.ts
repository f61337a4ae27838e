import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer, makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

describe("'Two roles: buyer and farmer, each with its own login and signup'", () => {
  test("'Buyer and farmer logins have separate credential-check calls', and each knows only its own role", async () => {
    const buyer = await makeBuyer(market);
    const farmer = await makeFarmer(market);
    const check = async (role: 'buyer' | 'farmer', email: string) =>
      (await call(market, `/api/auth/${role}/verify-credentials`, { email, password: PASSWORD }))
        .status;
    expect([await check('buyer', buyer.email), await check('farmer', farmer.email)]).toEqual([
      200, 200,
    ]);
    expect([await check('farmer', buyer.email), await check('buyer', farmer.email)]).toEqual([
      401, 401,
    ]);
  });
});

describe("'A 403 gives Access denied. You do not have permission to access farmer resources.'", () => {
  test.each(['products', 'orders', 'payments', 'profile'])(
    'for a buyer who reads a farmer’s %s',
    async (what) => {
      const { token } = await makeBuyer(market);
      const { status, body } = await call(market, `/api/farmer/${what}`, undefined, { token });
      expect([status, body.message]).toEqual([
        403,
        'Access denied. You do not have permission to access farmer resources.',
      ]);
    },
  );
});

describe("'Farmers manage their own products, orders, payments and profile'", () => {
  test("a farmer neither sees nor deletes another's product", async () => {
    const owner = await makeFarm(market);
    const other = await makeFarm(market);
    const { id } = await makeProduct(market, owner);
    expect((await call(market, '/api/farmer/products', undefined, other)).body.products).toEqual(
      [],
    );
    expect(
      (await call(market, `/api/farmer/products/${id}`, undefined, { ...other, method: 'DELETE' }))
        .status,
    ).toBe(404);
    expect(
      (await call(market, '/api/farmer/products', undefined, owner)).body.products,
    ).toMatchObject([{ id }]);
  });

  test('without a token nothing is visible', async () => {
    expect((await call(market, '/api/farmer/products')).status).toBe(401);
    expect((await call(market, '/api/buyer/products')).status).toBe(401);
  });
});
