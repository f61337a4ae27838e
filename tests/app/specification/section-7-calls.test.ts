import { beforeEach, describe, expect, test } from 'vitest';
import type { Category } from '#features/products/rules/categories.ts';
import { products } from '#features/products/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { farmerSignup } from '#tests/factories/people.ts';
import { makeProduct, productForm } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

let market: Market;
let farm: Awaited<ReturnType<typeof makeFarm>>;
let buyer: Awaited<ReturnType<typeof makeTestBuyer>>;
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
  buyer = await makeTestBuyer(market);
});

type Listed = { products: { name: string; category: string }[]; nextCursor: string | null };
const list = async (role: 'buyer' | 'farmer', query = ''): Promise<Listed> => {
  const { token } = role === 'buyer' ? buyer : farm;
  const { status, body } = await call(market, `/api/${role}/products${query}`, undefined, {
    token,
  });
  expect(status).toBe(200);
  // A cast: the expectations below fail if the path answers anything else.
  return body as unknown as Listed;
};

async function makeProducts(number: number) {
  const { name: _, price, ...form } = { ...productForm(), priceCents: 4550 };
  const at = market.services.clock();
  const rows = Array.from({ length: number }, (_none, index) => ({
    ...form,
    name: `Kale ${index}`,
    farmerId: farm.id,
    createdAt: at,
    updatedAt: at,
  }));
  await market.db.insert(products).values(rows);
}

describe("call 9, 'GET farmer products: none -> products'", () => {
  test("all of a farmer's products come in one answer, up to 1,000", async () => {
    await makeProducts(1000);
    expect(await list('farmer')).toMatchObject({ products: { length: 1000 }, nextCursor: null });
    await makeProducts(1);
    const { products: first, nextCursor } = await list('farmer');
    expect(first).toHaveLength(1000);
    expect((await list('farmer', `?cursor=${nextCursor}`)).products).toHaveLength(1);
  });

  test('limit asks for fewer, and more than 1,000 is refused', async () => {
    await makeProducts(3);
    expect((await list('farmer', '?limit=2')).products).toHaveLength(2);
    for (const limit of ['0', '1001', '2.5', 'x']) {
      expect(
        (await call(market, `/api/farmer/products?limit=${limit}`, undefined, farm)).status,
        limit,
      ).toBe(400);
    }
  });
});

describe("call 8, 'GET buyer products: none -> products'", () => {
  test('limit takes up to 200, and pages of that size follow each other', async () => {
    await makeProducts(201);
    expect((await list('buyer')).products).toHaveLength(24);
    const { products: first, nextCursor } = await list('buyer', '?limit=200');
    expect(first).toHaveLength(200);
    expect((await list('buyer', `?limit=200&cursor=${nextCursor}`)).products).toHaveLength(1);
    for (const [path, who] of [
      ['buyer/products', buyer],
      ['buyer/orders', buyer],
      ['farmer/payments', farm],
      ['farmer/orders', farm],
    ] as const) {
      const statusOf = async (limit: number) =>
        (await call(market, `/api/${path}?limit=${limit}`, undefined, who)).status;
      expect([await statusOf(200), await statusOf(201)], path).toEqual([200, 400]);
    }
  });
});

describe("'category filter (All, vegetables, fruits, grains, dairy, other)' and 'Cereals, Legumes, Vegetables, Fruits, Root Crops'", () => {
  const offered: Category[] = [
    'Cereals',
    'Legumes',
    'Vegetables',
    'Fruits',
    'Root Crops',
    'Dairy & eggs',
    'Other',
  ];
  beforeEach(async () => {
    for (const category of offered) await makeProduct(market, farm, { category });
  });
  const found = async (role: 'buyer' | 'farmer', category: string) =>
    (await list(role, `?category=${encodeURIComponent(category)}`)).products
      .map((product) => product.category)
      .sort();

  const ofBoth: Record<string, Category[]> = {
    all: offered,
    Grains: ['Cereals', 'Legumes'],
    dairy: ['Dairy & eggs'],
    OTHER: ['Other'],
    'ROOT CROPS': ['Root Crops'],
  };
  test.each([
    [
      'buyer',
      {
        ...ofBoth,
        All: offered,
        Vegetables: ['Root Crops', 'Vegetables'],
        FRUITS: ['Fruits'],
        Cereals: ['Cereals'],
        legumes: ['Legumes'],
        'dairy & eggs': ['Dairy & eggs'],
      },
    ],
    ['farmer', { ...ofBoth, vegetables: ['Vegetables'] }],
  ] as const)(
    "a %s's list takes both kinds of names in any case, and no others",
    async (role, names) => {
      for (const [category, expected] of Object.entries(names))
        expect(await found(role, category), category).toEqual([...expected].sort());
      const { token } = role === 'buyer' ? buyer : farm;
      const flowers = `/api/${role}/products?category=flowers`;
      expect((await call(market, flowers, undefined, { token })).status).toBe(400);
    },
  );
});

describe('a county is found in any case', () => {
  test('in the lists of products and prices', async () => {
    const place = { county: 'Nakuru', latitude: -0.3031, longitude: 36.08 };
    await makeProduct(market, await makeFarm(market, place), { name: 'Potatoes' });
    await makeProduct(market, farm, { name: 'Kale' });
    for (const county of ['NAKURU', ' nakuru county ']) {
      const query = new URLSearchParams({ county });
      expect((await list('buyer', `?${query}`)).products).toMatchObject([{ name: 'Potatoes' }]);
      const prices = await call(market, `/api/prices?crop=tomato&${query}`);
      expect([prices.status, prices.body.county]).toEqual([200, 'Nakuru']);
    }
  });

  test('an unknown county is refused', async () => {
    const { status, body } = await call(
      market,
      '/api/buyer/products?county=atlantis',
      undefined,
      buyer,
    );
    expect([status, Object.keys(body.fieldErrors ?? {})]).toEqual([400, ['county']]);
  });
});

describe("'Authorization: bearer token on the dashboard calls'", () => {
  test('the scheme is written in any case, and another scheme is not a session', async () => {
    const statusWith = async (scheme: string) => {
      const headers = { authorization: `${scheme} ${farm.token}` };
      return (await call(market, '/api/farmer/profile', undefined, { headers })).status;
    };
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
      expect(await statusWith(scheme), scheme).toBe(200);
    expect(await statusWith('Token')).toBe(401);
  });
});

describe("call 3, 'POST /api/auth/verify-otp: email, otp, purpose -> success, message, token, user, buyer'", () => {
  test("a farmer's signup is answered with them too: the token is the proof that call 7 takes", async () => {
    const signup = farmerSignup();
    const { email } = signup;
    await call(market, '/api/auth/send-otp', { email, purpose: 'signup' });
    const { body } = await call(market, '/api/auth/verify-otp', {
      email,
      otp: market.lastCode(email),
      purpose: 'signup',
    });
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      token: expect.any(String),
      user: { user_id: null, user_type: 'farmer', email, first_name: null, last_name: null },
    });
    expect(body.token).toBe(body.signupToken);
    expect(
      (await call(market, '/api/farmer/profile', undefined, { token: String(body.token) })).status,
    ).toBe(401);
    const made = await call(market, '/api/auth/farmer/signup', {
      ...signup,
      emailVerified: true,
      signupToken: body.token,
    });
    expect(made.status).toBe(201);
  });
});

describe("'Named endpoints with no call shown: /api/buyer/profile, /api/farmer/profile'", () => {
  test('PUT edits what a buyer may change, and leaves the rest', async () => {
    const change = { firstName: 'Akinyi', city: 'Thika', email: 'other@x.ke' };
    const put = (fields: object) =>
      call(market, '/api/buyer/profile', fields, { ...buyer, method: 'PUT' });
    const { status, body } = await put(change);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({
      firstName: 'Akinyi',
      lastName: 'Otieno',
      city: 'Thika',
      email: buyer.email,
    });
    expect(await put({ lastName: 'R2D2' })).toMatchObject({
      status: 400,
      body: { fieldErrors: { lastName: 'Only letters and spaces allowed' } },
    });
  });

  test('PUT edits what a farmer may change, and leaves the rest', async () => {
    const change = {
      farmName: 'Acacia Farm',
      deliveryFee: 150,
      phoneNumber: '+254799000111',
      isVerified: true,
    };
    const put = (fields: object) =>
      call(market, '/api/farmer/profile', fields, { ...farm, method: 'PUT' });
    const { status, body } = await put(change);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({
      farmName: 'Acacia Farm',
      deliveryFee: 150,
      county: 'Nyeri',
      // Payouts go to this number, so changing it takes the password.
      phoneNumber: '+254112345678',
      isVerified: false,
    });
    expect(await put({ farmName: '' })).toMatchObject({
      status: 400,
      body: { fieldErrors: { farmName: expect.any(String) } },
    });
  });
});
