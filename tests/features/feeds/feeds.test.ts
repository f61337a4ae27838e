import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import { FEED_PAGE_SIZE, type FeedName, feedNames, MARKET_FEED_SECONDS } from '#feeds/rules.ts';
import { photos } from '#photos/server/tables.ts';
import type { CreateProduct } from '#products/rules/product.ts';
import { products } from '#products/server/tables.ts';
import {
  advance,
  changeProduct,
  db,
  givenMarket,
  makeFarm,
  makeProduct,
  request,
  START,
  services,
} from '#tests/setup/in-market.ts';

const HASH = 'ab'.repeat(32);
type Item = Record<string, string>;

const readers: Record<string, (text: string) => Item[]> = {
  csv: (text) => parse(text, { bom: true, columns: true }),
  tsv: (text) => parse(text, { bom: true, columns: true, delimiter: '\t' }),
  xml(text) {
    checkXml(text);
    const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'item' });
    const { rss } = parser.parse(text) as { rss: { channel: { item?: Item[] } } };
    return (rss.channel.item ?? []).map((item) =>
      Object.fromEntries(Object.entries(item).map(([name, cell]) => [name.slice(2), cell])),
    );
  },
};
function checkXml(text: string) {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
}
const itemsOf = (name: FeedName, text: string) => readers[name.slice(-3)]?.(text) ?? [];

let farm: { id: number };
givenMarket();
beforeEach(async () => {
  farm = await makeFarm();
});

async function makePictured(overrides: Partial<CreateProduct> = {}, owner = farm) {
  const { id } = await makeProduct(owner, overrides);
  await addPhotos([id], owner);
  return id;
}
const addPhotos = (ids: number[], owner = farm) =>
  db.insert(photos).values(
    ids.map((productId) => ({
      ...{ farmerId: owner.id, productId, contentHash: HASH, colour: '#4a7c3a' },
      ...{ widthPixels: 1600, heightPixels: 1200, createdAt: START },
    })),
  );
const fetchFeed = (name: string, query = '') => request(`/api/feeds/${name}${query}`);
const read = async (name: FeedName, query = '') =>
  itemsOf(name, await (await fetchFeed(name, query)).text());

test.each(feedNames)(
  'feeds of the catalogue: %s has what its reader requires, in its spelling',
  async (name) => {
    const id = await makePictured({
      name: 'Dry maize',
      category: 'Cereals',
      crop: 'maize',
      unit: 'bags',
      netWeightKg: 90,
      price: 3600.5,
      description: 'White,\nwell "dried" & sieved <12%',
      expiryDate: '2026-03-20',
    });
    for (const query of ['', `?farmId=${farm.id}`]) {
      expect(await read(name, query)).toEqual([
        {
          id: String(id),
          title: 'Dry maize, 90 kg bag',
          description: 'White, well "dried" & sieved <12%',
          link: `http://localhost:3000/market/${id}`,
          image_link: `http://localhost:3000/photos/${HASH}-1600.jpg`,
          price: '3600.50 KES',
          condition: 'new',
          brand: 'Kilima Farm',
          product_type: 'Cereals > Maize',
          ...(name.startsWith('google')
            ? {
                availability: 'in_stock',
                identifier_exists: 'no',
                expiration_date: '2026-03-20T23:59+0300',
                unit_pricing_measure: '90 kg',
              }
            : { availability: 'in stock' }),
        },
      ]);
    }
  },
);

test('feeds of the catalogue says the facts of a product without a description, in the language that the address names', async () => {
  await makePictured({ description: '', unit: 'kg', crop: 'kale' });
  const query = `?farmId=${farm.id}`;
  const [english] = await read('google.csv', query);
  const [swahili] = await read('google.csv', `${query}&language=sw`);
  expect(english?.description).toContain('Kilima Farm, Nyeri County. 120 kg available');
  expect(swahili?.description).toContain('Kaunti ya Nyeri');
  expect(swahili?.product_type).toBe('Vegetables > Sukuma wiki');
});

test('feeds of the catalogue has only what is offered, with a photo', async () => {
  const hidden = await makePictured();
  await changeProduct(hidden, { hiddenAt: START });
  const deleted = await makePictured();
  await changeProduct(deleted, { deletedAt: START });
  await changeProduct(await makePictured(), { expiryDate: '2026-03-01' });
  await changeProduct(await makePictured(), { quantity: 0 });
  await makeProduct(farm);
  const offered = await makePictured();
  const neighbour = await makeFarm({ name: 'Mto Farm' });
  const other = await makePictured({}, neighbour);
  const idsIn = async (query: string) => (await read('meta.csv', query)).map(({ id }) => id);
  expect(await idsIn('')).toEqual([String(offered), String(other)]);
  expect(await idsIn(`?farmId=${farm.id}`)).toEqual([String(offered)]);
  expect(await idsIn(`?farmId=${neighbour.id}`)).toEqual([String(other)]);
});

test('feeds of the catalogue cannot be broken by what a farmer writes, and no cell is a formula', async () => {
  const wicked = `=HYPERLINK("http://evil.example";"x")\u0001]]></g:title><item> & \ufffe, tab\there`;
  await makePictured({ name: '+254 =cmd', description: wicked });
  await makePictured({ name: 'After it', description: '@SUM(A1)' });
  for (const name of feedNames) {
    const items = await read(name, `?farmId=${farm.id}`);
    expect(items).toHaveLength(2);
    expect(items[1]?.title).toBe('After it, kg');
    const isTable = !name.endsWith('xml');
    expect(items[0]?.title).toBe(`${isTable ? "'" : ''}+254 =cmd, kg`);
    expect(items[0]?.description).toContain('</g:title><item> &');
    if (isTable)
      for (const cell of items.flatMap((item) => Object.values(item)))
        expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    else
      for (const forbidden of ['\u0001', '\ufffe'])
        expect(items[0]?.description).not.toContain(forbidden);
  }
});

test('feeds of the catalogue reads page after page, each product once', async () => {
  const first = await makePictured();
  const [row] = await db.select().from(products);
  if (!row) throw new Error('There is no product');
  const {
    id: _,
    isInStock: __,
    buyerCategory: ___,
    searchText: ____,
    foldedText: _____,
    ...columns
  } = row;
  const more = Array.from({ length: 2 * FEED_PAGE_SIZE }, () => columns);
  const added = await db.insert(products).values(more).returning({ id: products.id });
  await addPhotos(added.map(({ id }) => id));
  const ids = (await read('google.tsv')).map(({ id }) => Number(id));
  expect(ids).toEqual([first, ...added.map(({ id }) => id)]);
  expect(await read('google.tsv', `?farmId=${farm.id}`)).toHaveLength(ids.length);
});

test("a farm's feed shows a change at once, the market's after a quarter of an hour", async () => {
  const id = await makePictured({ price: 100 });
  const pricesOf = async (query: string) =>
    (await read('meta.xml', query)).map(({ price }) => price);
  const own = `?farmId=${farm.id}`;
  expect([await pricesOf(''), await pricesOf(own)]).toEqual([['100.00 KES'], ['100.00 KES']]);
  await changeProduct(id, { priceCents: 12_345 });
  await expect.poll(() => pricesOf(own)).toEqual(['123.45 KES']);
  advance(MARKET_FEED_SECONDS - 1);
  expect(await pricesOf('')).toEqual(['100.00 KES']);
  advance(1);
  expect(await pricesOf('')).toEqual(['123.45 KES']);
});

test("the market's feed is made once for all who ask meanwhile, and nothing half is left", async () => {
  await makePictured();
  const { catalogueReads } = services;
  let pages = 0;
  services.catalogueReads = {
    ...catalogueReads,
    quick: (work) => {
      pages += 1;
      return catalogueReads.quick(work);
    },
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetchFeed('google.xml')));
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(pages).toBe(1);
  expect(await storedFiles()).toEqual(['feed-en-google.xml.gz']);
});
const storedFiles = () => readdir(join(dirname(services.uploadFolder), 'answers'));

test('feeds of the catalogue: a failure while it is written is answered as one, and the next request begins anew', async () => {
  await makePictured();
  const { catalogueReads } = services;
  services.catalogueReads = {
    ...catalogueReads,
    quick: () => Promise.reject(new Error('the database is gone')),
  };
  expect((await fetchFeed('google.xml')).status).toBe(500);
  expect(await storedFiles()).toEqual([]);
  services.catalogueReads = catalogueReads;
  expect(await read('google.xml')).toHaveLength(1);
});

test('feeds of the catalogue is sent compressed where the client takes it, and not again when it has not changed', async () => {
  await makePictured();
  const compressed = await request('/api/feeds/google.xml', {
    headers: { 'accept-encoding': 'gzip' },
  });
  expect(compressed.headers.get('content-encoding')).toBe('gzip');
  const bytes = Buffer.from(await compressed.arrayBuffer());
  expect(bytes.byteLength).toBe(Number(compressed.headers.get('content-length')));
  const plain = await fetchFeed('google.xml');
  expect(gunzipSync(bytes).toString()).toBe(await plain.text());
  expect(plain.headers.get('cache-control')).toBe('public, max-age=900');
  const etag = compressed.headers.get('etag') ?? '';
  const again = { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } };
  expect((await request('/api/feeds/google.xml', again)).status).toBe(304);
});

test.each([
  ['yahoo.xml', '', 404],
  ['google.xml', '?farmId=999999', 404],
  ['google.xml', '?farmId=kale', 400],
  ['google.xml', '?language=fr', 400],
])('feeds of the catalogue: %s%s is a %i with a sentence', async (name, query, status) => {
  const answer = await fetchFeed(name, query);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ success: false, message: expect.any(String) });
});
