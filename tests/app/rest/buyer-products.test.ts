import { beforeEach, describe, expect, test } from 'vitest';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

describe('GET /api/buyer/products', () => {
  let market: Market;
  let token: string;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    ({ token } = await makeTestBuyer(market));
    farm = await makeFarm(market);
  });
  const ask = (query: Record<string, string>) =>
    call(market, `/api/buyer/products?${new URLSearchParams(query)}`, undefined, { token });
  const namesOf = async (query: Record<string, string>) =>
    ((await ask(query)).body.products as { name: string }[]).map(({ name }) => name);

  test('answers the fields that the specification names, and the next cursor', async () => {
    const { id } = await makeProduct(market, farm, { isOrganic: true, price: 45.5, quantity: 2.5 });
    const { status, body } = await call(market, '/api/buyer/products', undefined, { token });
    expect([status, Object.keys(body).sort()]).toEqual([
      200,
      ['nextCursor', 'products', 'success'],
    ]);
    expect(body).toMatchObject({ success: true, nextCursor: null });
    const read = {
      id,
      name: 'Sukuma wiki',
      category: 'Vegetables',
      description: 'Picked this morning',
      quantity: 2.5,
      unit: 'kg',
    };
    expect(body.products).toMatchObject([
      { ...read, price: 45.5, isOrganic: true, county: 'Nyeri', photos: [] },
    ]);
  });

  test('takes every filter as a query parameter, and ignores empty ones', async () => {
    const coast = await makeFarm(market, { county: 'Kilifi', latitude: -3.63, longitude: 39.85 });
    await makeProduct(market, farm, { name: 'Kale', isOrganic: true, price: 50 });
    await makeProduct(market, coast, { name: 'Coconuts 50%', category: 'Fruits', price: 30 });
    const near = { latitude: '-0.42', longitude: '36.95' };
    const empty = {
      search: '',
      category: '',
      organic: '',
      county: '',
      minPrice: '',
      latitude: '',
      sort: '',
      cursor: '',
    };
    expect(await namesOf(empty)).toEqual(['Coconuts 50%', 'Kale']);
    expect(await namesOf({ search: '%' })).toEqual(['Coconuts 50%']);
    expect(await namesOf({ category: 'vegetables' })).toEqual(['Kale']);
    expect(await namesOf({ organic: 'true' })).toEqual(['Kale']);
    expect(await namesOf({ organic: 'false', unknown: '1' })).toHaveLength(2);
    expect(await namesOf({ county: 'Kilifi' })).toEqual(['Coconuts 50%']);
    expect(await namesOf({ farmId: String(coast.id) })).toEqual(['Coconuts 50%']);
    expect((await ask({ farmId: 'mine' })).status).toBe(400);
    expect(await namesOf({ minPrice: '30.01' })).toEqual(['Kale']);
    expect(await namesOf({ maxPrice: '30' })).toEqual(['Coconuts 50%']);
    expect(await namesOf({ ...near, deliversToMe: 'true' })).toEqual(['Kale']);
    expect(await namesOf({ ...near, maxDistanceKm: '10' })).toEqual(['Kale']);
    expect(await namesOf({ sort: 'price' })).toEqual(['Coconuts 50%', 'Kale']);
    expect(await namesOf({ ...near, sort: 'nearest' })).toEqual(['Kale', 'Coconuts 50%']);
  });

  test.each([
    ['minPrice', 'cheap'],
    ['minPrice', '-1'],
    ['maxPrice', '1e3'],
    ['maxPrice', '0x10'],
    ['maxPrice', ' 5'],
    ['maxPrice', '9'.repeat(400)],
    ['organic', 'yes'],
    ['deliversToMe', '1'],
    ['category', 'Weeds'],
    ['county', 'Atlantis'],
    ['sort', 'best'],
    ['latitude', 'NaN'],
    ['latitude', '91'],
    ['maxDistanceKm', 'Infinity'],
    ['search', 'a\u0000b'],
    ['search', 'x'.repeat(101)],
    ['cursor', 'bm9uc2Vuc2U'],
  ])('C21: %s=%s is a 400 with the field’s message', async (field, text) => {
    const place = { latitude: '-0.4', longitude: '36.9' };
    const { status, body } = await ask({ ...place, [field]: text });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      success: false,
      fieldErrors: { [field]: expect.stringMatching(/\w/) },
    });
  });
});
