import { CROPS_MAX, PRODUCT_NAME_MAX } from '#products/rules/product-facts.ts';
import {
  call,
  caller,
  countRows,
  givenMarket,
  givenOneMarket,
  makeFarm,
  productFields,
  productParts,
  sendForm,
} from '#tests/setup/in-market.ts';

type Read = { id: string; en: string; sw: string; group: string };

describe('GET /api/crops', () => {
  givenOneMarket();
  const ask = (search: string) => call(`/api/crops?${new URLSearchParams({ search })}`);
  const idsOf = async (search: string) =>
    ((await ask(search)).body.crops as Read[]).map(({ id }) => id);

  test('answers a crop with its names and group to anyone', async () => {
    const { body } = await ask('nyanya');
    const [first] = body.crops as Read[];
    expect(first).toEqual({ id: 'tomato', en: 'Tomatoes', sw: 'Nyanya', group: 'Vegetables' });
    const { crops } = await caller().market.crops({ search: 'nyanya' });
    expect(crops).toEqual(body.crops);
  });

  test.each([
    ['tomato', ['tomato', 'cherry-tomato', 'tree-tomato', 'african-eggplant']],
    ['VIAZI VITAMU', ['sweet-potato']],
    ['hass', ['avocado']],
    ['tometoes', ['tomato']],
    ['sukumawiki', ['kale']],
    ["ng'ombe", ['cattle', 'milk']],
    ['%', []],
  ])('finds crops by any name, despite typing errors: %s', async (search, ids) => {
    expect((await idsOf(search)).sort()).toEqual([...ids].sort());
  });

  test('lists at most twenty, names that begin with the search first', async () => {
    expect((await idsOf('mah')).slice(0, 2)).toEqual(['maize', 'bean']);
    expect(await idsOf('a')).toHaveLength(CROPS_MAX);
    const { crops } = (await call('/api/crops')).body as { crops: Read[] };
    expect(crops).toHaveLength(CROPS_MAX);
    expect(crops.map(({ en }) => en)).toEqual(crops.map(({ en }) => en).sort());
    expect(await idsOf(' ')).toEqual(crops.map(({ id }) => id));
  });

  test('refuses a search that is too long, and one with control characters', async () => {
    expect((await ask('x'.repeat(PRODUCT_NAME_MAX))).status).toBe(200);
    for (const search of ['x'.repeat(PRODUCT_NAME_MAX + 1), 'to\u0000mato']) {
      const { status, body } = await ask(search);
      expect([status, body.fieldErrors]).toEqual([400, { search: expect.stringMatching(/\w/) }]);
    }
  });
});

describe("a product's crop over REST", () => {
  let token: string;
  givenMarket();
  beforeEach(async () => {
    ({ token } = await makeFarm());
  });
  const send = (body: object, method = 'POST') =>
    call('/api/farmer/products', { ...productFields(), ...body }, { method, token });
  const cropOf = ({ body }: { body: Record<string, unknown> }) =>
    (body.product as { crop: string | null }).crop;

  test('is guessed when the client gives none, and stored as given otherwise', async () => {
    expect(cropOf(await send({}))).toBe('kale');
    expect(cropOf(await send({ crop: null }))).toBeNull();
    const made = await send({ crop: '' });
    expect(cropOf(made)).toBeNull();
    const { id: product_id } = made.body.product as { id: number };
    expect(cropOf(await send({ product_id }, 'PUT'))).toBeNull();
    expect(cropOf(await send({ product_id, crop: 'kale' }, 'PUT'))).toBe('kale');
    const parts = productParts({ product_name: 'Anna F1', crop: 'tomato' });
    const form = await sendForm('/api/farmer/products', parts, { token });
    expect(cropOf(form)).toBe('tomato');
  });

  test('is refused with a message on the field if it is not in the list', async () => {
    const message = 'Choose a crop from the list, or none';
    for (const crop of ['tomatoes', 7, ['tomato']])
      expect(await send({ crop })).toMatchObject({
        status: 400,
        body: { message, fieldErrors: { crop: message } },
      });
    expect(await countRows('products')).toBe(0);
  });
});
