import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CROPS_MAX, PRODUCT_NAME_MAX } from '#features/products/rules/limits.ts';
import { productParts } from '#tests/factories/forms.ts';
import { makeFarmer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call, sendForm } from '#tests/setup/rest.ts';
import { countRows } from '#tests/setup/rows.ts';

type Read = { id: string; en: string; sw: string; group: string };

describe('GET /api/crops', () => {
  let market: Market;
  beforeAll(async () => {
    market = await makeMarket();
  });
  const ask = (search: string) => call(market, `/api/crops?${new URLSearchParams({ search })}`);
  const idsOf = async (search: string) =>
    ((await ask(search)).body.crops as Read[]).map(({ id }) => id);

  test('answers a crop with its names and group to anyone', async () => {
    const { status, body } = await ask('nyanya');
    expect([status, body.success]).toEqual([200, true]);
    expect((body.crops as Read[])[0]).toEqual({
      id: 'tomato',
      en: 'Tomatoes',
      sw: 'Nyanya',
      group: 'Vegetables',
    });
    const { crops } = await market.caller().market.crops({ search: 'nyanya' });
    expect(crops).toEqual(body.crops);
  });

  test.each([
    ['tomato', ['tomato', 'cherry-tomato', 'tree-tomato', 'african-eggplant']],
    ['Tomatoes', ['tomato', 'cherry-tomato', 'tree-tomato']],
    ['VIAZI VITAMU', ['sweet-potato']],
    ['hass', ['avocado']],
    ['tometoes', ['tomato']],
    ['avacado', ['avocado']],
    ['maharagwee', ['bean']],
    ['sukumawiki', ['kale']],
    ["ng'ombe", ['cattle', 'milk']],
    ['zzzzz', []],
    ['%', []],
  ])('finds crops by any name, despite typing errors: %s', async (search, ids) => {
    expect((await idsOf(search)).sort()).toEqual([...ids].sort());
  });

  test('lists names that begin with the search first, and at most twenty', async () => {
    expect((await idsOf('pea'))[0]).toBe('pea');
    expect((await idsOf('mah')).slice(0, 2)).toEqual(['maize', 'bean']);
    expect(await idsOf('a')).toHaveLength(CROPS_MAX);
  });

  test('lists the first twenty in alphabetical order without a search', async () => {
    const { crops } = (await call(market, '/api/crops')).body as { crops: Read[] };
    expect(crops).toHaveLength(CROPS_MAX);
    expect(crops.map(({ en }) => en)).toEqual(crops.map(({ en }) => en).sort());
    expect(await idsOf(' ')).toEqual(crops.map(({ id }) => id));
  });

  test('refuses a search that is too long, and one with control characters', async () => {
    expect((await ask('x'.repeat(PRODUCT_NAME_MAX))).status).toBe(200);
    const { status, body } = await ask('x'.repeat(PRODUCT_NAME_MAX + 1));
    expect([status, body.fieldErrors]).toEqual([400, { search: expect.stringMatching(/\w/) }]);
    expect((await ask('to\u0000mato')).status).toBe(400);
  });

  test('is cached in memory with a validator', async () => {
    const path = '/api/crops?search=kale';
    await expect
      .poll(async () => (await market.request(path)).headers.get('etag'), { timeout: 5000 })
      .toMatch(/^"/);
    const etag = (await market.request(path)).headers.get('etag') ?? '';
    expect((await market.request(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe("a product's crop over REST", () => {
  let market: Market;
  let token: string;
  beforeEach(async () => {
    market = await makeMarket();
    ({ token } = await makeFarmer(market));
  });
  const json = (body: object, method = 'POST') =>
    call(market, '/api/farmer/products', body, { method, token });
  const fields = Object.fromEntries(productParts().map(({ name, value }) => [name, value]));
  const cropOf = ({ body }: { body: Record<string, unknown> }) =>
    (body.product as { crop: string | null }).crop;

  test('is guessed when the client gives none, and stored as given otherwise', async () => {
    expect(cropOf(await json(fields))).toBe('kale');
    expect(cropOf(await json({ ...fields, crop: 'spinach' }))).toBe('spinach');
    expect(cropOf(await json({ ...fields, crop: null }))).toBeNull();
    const made = await json({ ...fields, crop: '' });
    expect(cropOf(made)).toBeNull();
    const { id } = made.body.product as { id: number };
    expect(cropOf(await json({ ...fields, product_id: id }, 'PUT'))).toBeNull();
    expect(cropOf(await json({ ...fields, product_id: id, crop: 'kale' }, 'PUT'))).toBe('kale');
  });

  test('is read from a form too', async () => {
    const parts = productParts({ product_name: 'Anna F1', crop: 'tomato' });
    const made = await sendForm(market, '/api/farmer/products', parts, { token });
    expect(cropOf(made)).toBe('tomato');
  });

  test('is refused with a message on the field if it is not in the list', async () => {
    for (const crop of ['tomatoes', 'constructor', 7, ['tomato']]) {
      const { status, body } = await json({ ...fields, crop });
      const sentence = 'Choose a crop from the list, or none';
      expect([status, body]).toEqual([
        400,
        {
          success: false,
          message: sentence,
          code: 'INVALID_INPUT',
          fieldErrors: { crop: sentence },
        },
      ]);
    }
    expect(await countRows(market.db, 'products')).toBe(0);
  });
});
