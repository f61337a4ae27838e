import {
  call,
  type Farm,
  givenMarket,
  makeFarm,
  makeProduct,
  makeTestBuyer,
} from '#tests/setup/in-market.ts';

givenMarket();
let token: string;
let farm: Farm;
beforeEach(async () => {
  ({ token } = await makeTestBuyer());
  farm = await makeFarm();
});
const ask = (query: Record<string, string>) =>
  call(`/api/buyer/products?${new URLSearchParams(query)}`, undefined, { token });
const namesOf = async (query: Record<string, string>) =>
  ((await ask(query)).body.products as { name: string }[]).map(({ name }) => name);

test('GET /api/buyer/products takes every filter as a query parameter, and ignores empty ones', async () => {
  const coast = await makeFarm({ county: 'Kilifi', latitude: -3.63, longitude: 39.85 });
  await makeProduct(farm, { name: 'Kale', isOrganic: true, price: 50 });
  await makeProduct(coast, { name: 'Coconuts 50%', category: 'Fruits', price: 30 });
  const near = { latitude: '-0.42', longitude: '36.95' };
  const names = ['search', 'category', 'organic', 'county', 'minPrice', 'latitude', 'sort'];
  const empty = Object.fromEntries([...names, 'cursor'].map((name) => [name, '']));
  for (const [query, found] of [
    [empty, ['Coconuts 50%', 'Kale']],
    [{ search: '50%' }, ['Coconuts 50%']],
    [{ category: 'vegetables' }, ['Kale']],
    [{ organic: 'true' }, ['Kale']],
    [{ organic: 'false', unknown: '1' }, ['Coconuts 50%', 'Kale']],
    [{ county: 'Kilifi' }, ['Coconuts 50%']],
    [{ farmId: String(coast.id) }, ['Coconuts 50%']],
    [{ minPrice: '30.01' }, ['Kale']],
    [{ maxPrice: '30' }, ['Coconuts 50%']],
    [{ ...near, deliversToMe: 'true' }, ['Kale']],
    [{ ...near, maxDistanceKm: '10' }, ['Kale']],
    [{ sort: 'price' }, ['Coconuts 50%', 'Kale']],
    [{ ...near, sort: 'nearest' }, ['Kale', 'Coconuts 50%']],
    [{ ...near, sort: 'best' }, ['Kale', 'Coconuts 50%']],
    [{ sort: 'best' }, ['Coconuts 50%', 'Kale']],
  ] as [Record<string, string>, string[]][])
    expect(await namesOf(query), JSON.stringify(query)).toEqual(found);
});

test.each([
  ['minPrice', 'cheap'],
  ['maxPrice', '1e3'],
  ['maxPrice', ' 5'],
  ['maxPrice', '9'.repeat(400)],
  ['organic', 'yes'],
  ['deliversToMe', '1'],
  ['county', 'Atlantis'],
  ['farmId', 'mine'],
  ['latitude', 'NaN'],
  ['maxDistanceKm', 'Infinity'],
  ['cursor', 'bm9uc2Vuc2U'],
])('C21: %s=%s is a 400 with the field’s message', async (field, text) => {
  const place = { latitude: '-0.4', longitude: '36.9' };
  expect(await ask({ ...place, [field]: text })).toMatchObject({
    status: 400,
    body: { fieldErrors: { [field]: expect.stringMatching(/\w/) } },
  });
});
