import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { farmPage, productPage } from '#app/server/pages/pages.ts';
import {
  givenMarket,
  makeFarm,
  makeProduct,
  market,
  observeFarms,
  pricePages,
  request,
  rollUp,
} from '#tests/setup/in-market.ts';
import { numberedPages } from '#tests/setup/pages.ts';

type Node = { '@type': string } & Record<string, unknown>;

const BLOCK = /<script type="application\/ld\+json">(.*?)<\/script>/gs;

function describedIn(html: string): Record<string, Node> {
  const graphs = [...html.matchAll(BLOCK)].map(([, json]) => JSON.parse(json ?? '') as object);
  const nodes = graphs.flatMap((graph) => (graph as { '@graph': Node[] })['@graph']);
  return Object.fromEntries(nodes.map((node) => [node['@type'], node]));
}

async function complaintsAbout(html: string): Promise<string[]> {
  const found = new WebAutoExtractor({ addLocation: true }).parse(html);
  read ??= readVocabulary();
  const issues = await new Validator(read).validate(found);
  return issues
    .filter(({ severity, errorType }) => severity === 'ERROR' || errorType === 'schemaOrg')
    .map(({ issueMessage }) => issueMessage);
}

let read: object | undefined;

const CLASS = /^(?:export )?interface (\w+?)(?:Base|Leaf) extends ([^{]+) \{\n(.*?)^\}/gms;
const PROPERTY = /^ {4}"(\w+)"\?:/gm;

function readVocabulary() {
  const types = createRequire(import.meta.url)
    .resolve('schema-dts')
    .replace(/\.js$/, '.d.ts');
  const parents = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  for (const [, name = '', bases = '', body = ''] of readFileSync(types, 'utf8').matchAll(CLASS)) {
    const known = parents.get(name) ?? new Set();
    for (const [, base = ''] of bases.matchAll(/(\w+)Base/g)) if (base !== name) known.add(base);
    parents.set(name, known);
    for (const [, property = ''] of body.matchAll(PROPERTY))
      owners.set(property, (owners.get(property) ?? new Set()).add(name));
  }
  const ids = (names: Iterable<string>) => [...names].map((name) => ({ '@id': `schema:${name}` }));
  const classes = [...parents].map(([name, above]) => ({
    '@id': `schema:${name}`,
    '@type': 'rdfs:Class',
    'rdfs:subClassOf': ids(above),
  }));
  const properties = [...owners].map(([name, domains]) => ({
    '@id': `schema:${name}`,
    '@type': 'rdf:Property',
    'schema:domainIncludes': ids(domains),
  }));
  return { '@graph': [...classes, ...properties] };
}

const TOMATO = 'http://aims.fao.org/aos/agrovoc/c_7805';
const languages = ['en', 'sw'] as const;

givenMarket();
let farm: { id: number };
beforeEach(async () => {
  farm = await makeFarm();
});

const openProduct = async (changes: object = {}, language = 'en') => {
  const { id } = await makeProduct(farm, changes);
  const { html } = await numberedPages(productPage, market)(`/market/${id}?language=${language}`);
  return { id, html };
};
const openFarm = async (language = 'en') =>
  (await numberedPages(farmPage, market)(`/farm/${farm.id}?language=${language}`)).html;
const openPrices = async (query: string) => {
  await observeFarms([40, 45, 50, 55, 60]);
  await rollUp();
  return (await pricePages()(`/prices/tomato?${query}`)).html;
};

test('structured data of a product says what is offered, at which price, where and by whom', async () => {
  const { id, html } = await openProduct({
    name: 'Anna F1',
    crop: 'tomato',
    unit: 'crates',
    netWeightKg: 64,
    price: 3600.5,
    quantity: 12.5,
    expiryDate: '2026-03-20',
  });
  expect(describedIn(html).Product).toMatchObject({
    name: 'Anna F1',
    sku: String(id),
    url: `https://soko.example/market/${id}`,
    category: ['Vegetables', { codeValue: 'c_7805', url: TOMATO }],
    brand: { name: 'Kilima Farm' },
    offers: {
      price: '3600.50',
      priceCurrency: 'KES',
      priceValidUntil: '2026-03-20',
      priceSpecification: {
        referenceQuantity: { value: 1, unitCode: 'XCR', unitText: '64 kg crate' },
      },
      availability: 'https://schema.org/InStock',
      inventoryLevel: { value: 12.5, unitCode: 'XCR' },
      eligibleQuantity: { minValue: 0.01, maxValue: 12.5 },
      areaServed: { geoMidpoint: { latitude: -0.42, longitude: 36.95 }, geoRadius: '5000' },
      availableAtOrFrom: { address: { addressRegion: 'Nyeri', addressCountry: 'KE' } },
      seller: { '@id': `https://soko.example/farm/${farm.id}#farm`, name: 'Kilima Farm' },
    },
  });
});

test('it promises no last day of a price that has none, and shows a drawn picture without a photo', async () => {
  const { Product } = describedIn((await openProduct({ expiryDate: null })).html);
  expect(Product?.offers).not.toHaveProperty('priceValidUntil');
  expect(Product?.image).toMatch(/^https:\/\/soko\.example\/art\/crops\/[\w-]+\.svg$/);
});

test('it leads from the market by the farm to the product', async () => {
  const { id, html } = await openProduct({ name: 'Red onions' }, 'sw');
  expect(describedIn(html).BreadcrumbList?.itemListElement).toMatchObject([
    { position: 1, name: 'Soko', item: 'https://soko.example/market' },
    { position: 2, name: 'Kilima Farm', item: `https://soko.example/farm/${farm.id}` },
    { position: 3, name: 'Red onions', item: `https://soko.example/market/${id}` },
  ]);
});

test('structured data of a farm has its rounded position', async () => {
  expect(describedIn(await openFarm()).LocalBusiness).toMatchObject({
    name: 'Kilima Farm',
    geo: { latitude: -0.42, longitude: 36.95 },
    address: { addressRegion: 'Nyeri', addressCountry: 'KE' },
  });
});

test('structured data of prices is a dataset with the file to download', async () => {
  const { Dataset, BreadcrumbList } = describedIn(await openPrices('county=Nyeri'));
  expect(Dataset).toMatchObject({
    isAccessibleForFree: true,
    about: { url: TOMATO },
    spatialCoverage: { name: 'Nyeri' },
    temporalCoverage: expect.stringMatching(/^2025-\d\d-\d\d\/2026-03-08$/),
  });
  const { contentUrl = '' } = (Dataset?.distribution ?? {}) as { contentUrl?: string };
  const { origin, pathname, search } = new URL(contentUrl);
  expect(origin + pathname).toBe('https://soko.example/api/prices.csv');
  const file = await (await request(pathname + search)).text();
  expect(file).toContain(`,${TOMATO}\r\n`);
  expect(BreadcrumbList?.itemListElement).toHaveLength(3);
});

test.each(languages)('it passes an independent validator in %s', async (language) => {
  const pages = [
    (await openProduct({ crop: 'tomato', expiryDate: '2026-03-20' }, language)).html,
    (await openProduct({ name: 'Nameless herb', unit: 'bunches' }, language)).html,
    await openFarm(language),
    await openPrices(`language=${language}`),
  ];
  for (const page of pages) expect(await complaintsAbout(page)).toEqual([]);
});

test('it cannot be left or extended by what a farmer writes', async () => {
  const wicked = `</script><script>alert(1)</script><!--","@type":"Person" \u2028 x`;
  farm = await makeFarm({ name: wicked });
  const { html } = await openProduct({ name: wicked, description: wicked });
  const { Product, Person } = describedIn(html);
  expect(Product).toMatchObject({ name: wicked, description: wicked });
  expect(Person).toBeUndefined();
  for (const page of [html, await openFarm()]) {
    expect(page).not.toContain('<script>');
    expect(await complaintsAbout(page)).toEqual([]);
  }
});
