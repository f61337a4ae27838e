import { categories } from '#products/rules/product-facts.ts';
import { products } from '#products/server/tables.ts';
import {
  call,
  db,
  type Farm,
  givenMarket,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  now,
  productForm,
  type TestBuyer,
} from '#tests/setup/in-market.ts';

givenMarket();
let farm: Farm;
let buyer: TestBuyer;
beforeEach(async () => {
  farm = await makeFarm();
  buyer = await makeTestBuyer();
});

type Listed = { products: { name: string; category: string }[]; nextCursor: string | null };
const ask = (path: string, query = '') =>
  call(`/api/${path}${query}`, undefined, path.startsWith('buyer') ? buyer : farm);
const list = async (role: 'buyer' | 'farmer', query = ''): Promise<Listed> => {
  const { status, body } = await ask(`${role}/products`, query);
  expect(status).toBe(200);
  // A cast: the expectations below fail if the path answers anything else.
  return body as unknown as Listed;
};

async function makeProducts(number: number) {
  const { price: _, ...form } = productForm();
  const at = now();
  const made = { farmerId: farm.id, priceCents: 4550, createdAt: at, updatedAt: at };
  await db.insert(products).values(Array.from({ length: number }, () => ({ ...form, ...made })));
}

test("call 9, 'GET farmer products': up to 1,000 come in one answer, and limit asks for fewer", async () => {
  await makeProducts(1001);
  const { products: first, nextCursor } = await list('farmer');
  expect(first).toHaveLength(1000);
  expect((await list('farmer', `?cursor=${nextCursor}`)).products).toHaveLength(1);
  expect((await list('farmer', '?limit=2')).products).toHaveLength(2);
  for (const limit of ['0', '1001', '2.5', 'x'])
    expect((await ask('farmer/products', `?limit=${limit}`)).status, limit).toBe(400);
});

test("call 8, 'GET buyer products': all products without parameters; limit takes up to 200, and pages follow each other", async () => {
  await makeProducts(201);
  expect((await list('buyer')).products).toHaveLength(201);
  expect((await list('buyer', '?sort=newest')).products).toHaveLength(24);
  const { products: first, nextCursor } = await list('buyer', '?limit=200');
  expect(first).toHaveLength(200);
  expect((await list('buyer', `?limit=200&cursor=${nextCursor}`)).products).toHaveLength(1);
  for (const path of ['buyer/products', 'buyer/orders', 'farmer/payments', 'farmer/orders']) {
    const statusOf = async (limit: number) => (await ask(path, `?limit=${limit}`)).status;
    expect([await statusOf(200), await statusOf(201)], path).toEqual([200, 400]);
  }
});

describe("'category filter (All, vegetables, fruits, grains, dairy, other)' and 'Cereals, Legumes, Vegetables, Fruits, Root Crops'", () => {
  beforeEach(async () => {
    for (const category of categories) await makeProduct(farm, { category });
  });
  const found = async (role: 'buyer' | 'farmer', category: string) =>
    (await list(role, `?category=${encodeURIComponent(category)}`)).products
      .map((product) => product.category)
      .sort();

  const ofBoth: Record<string, readonly string[]> = {
    all: categories,
    Grains: ['Cereals', 'Legumes'],
    dairy: ['Dairy & eggs'],
    OTHER: ['Other'],
    'ROOT CROPS': ['Root Crops'],
  };
  const ofBuyers = { Vegetables: ['Root Crops', 'Vegetables'], Cereals: ['Cereals'] };
  test.each([
    ['buyer', { ...ofBoth, ...ofBuyers }],
    ['farmer', { ...ofBoth, vegetables: ['Vegetables'] }],
  ] as const)(
    "a %s's list takes both kinds of names in any case, and no others",
    async (role, names) => {
      for (const [category, expected] of Object.entries(names))
        expect(await found(role, category), category).toEqual([...expected].sort());
      expect((await ask(`${role}/products`, '?category=flowers')).status).toBe(400);
    },
  );
});

test("'Authorization: bearer token': the scheme is written in any case, and no other is one", async () => {
  const statusWith = async (scheme: string) => {
    const headers = { authorization: `${scheme} ${farm.token}` };
    return (await call('/api/farmer/profile', undefined, { headers })).status;
  };
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect(await statusWith(scheme), scheme).toBe(200);
  expect(await statusWith('Token')).toBe(401);
});

const put = (role: 'buyer' | 'farmer', fields: object) => {
  const { token } = role === 'buyer' ? buyer : farm;
  return call(`/api/${role}/profile`, fields, { token, method: 'PUT' });
};

test.each([
  [
    'buyer',
    { firstName: 'Akinyi', city: 'Thika' },
    { lastName: 'Otieno', email: expect.stringContaining('@duka.example') },
    { email: 'other@x.ke' },
    { lastName: 'R2D2' },
  ],
  [
    'farmer',
    { farmName: 'Acacia Farm', deliveryFee: 150 },
    // Payouts go to this number, so changing it takes the password.
    { county: 'Nyeri', phoneNumber: '+254112345678', isVerified: false },
    { phoneNumber: '+254799000111', isVerified: true },
    { farmName: '' },
  ],
] as const)(
  "'Named endpoints with no call shown: /api/buyer/profile, /api/farmer/profile': PUT edits what a %s may change, and leaves the rest",
  async (role, change, rest, ignored, wrong) => {
    const { body } = await put(role, { ...change, ...ignored });
    expect(body.profile).toMatchObject({ ...change, ...rest });
    const refused = await put(role, wrong);
    expect([refused.status, Object.keys(refused.body.fieldErrors ?? {})]).toEqual([
      400,
      Object.keys(wrong),
    ]);
  },
);
