import { productPage } from '#app/server/pages/pages.ts';
import { createCatalogueReads } from '#products/server/browse.ts';
import { connectionTo } from '#tests/setup/database/connection-to.ts';
import {
  caller,
  changeProduct,
  farm,
  givenTrade,
  logged,
  type Market,
  makeFarm,
  makeProduct,
  market,
  now,
} from '#tests/setup/in-market.ts';
import { isShell, numberedPages, pageData, renderedHtml } from '#tests/setup/pages.ts';

const pagesOf = (asked: Pick<Market, 'services'>) => numberedPages(productPage, asked);

const contentOf = (html: string, property: string) =>
  new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1];

givenTrade();
const open = (path: string) => pagesOf(market)(path);

test('a shared product link shows its product, and carries the data that the procedures answer', async () => {
  const maize = { name: 'Dry maize', unit: 'bags', netWeightKg: 90, price: 3600 } as const;
  const { id } = await makeProduct(farm, maize);
  const { html } = await open(`/market/${id}`);
  expect(html).toContain('<title>Dry maize: KES 3,600.00 / bag · SokoShamba</title>');
  expect(contentOf(html, 'og:title')).toBe('Dry maize: KES 3,600.00 / bag');
  expect(contentOf(html, 'og:description')).toContain('Nyeri County');
  expect(contentOf(html, 'og:image')).toBe('https://soko.example/og.png');
  expect(html).toContain(`<link rel="canonical" href="https://soko.example/market/${id}" />`);
  const procedures = caller().market;
  const answers = {
    product: await procedures.product({ productId: id }),
    reviews: await procedures.farmReviews({ farmId: farm.id }),
  };
  expect(pageData(html)).toEqual({
    product: { id: String(id), ...JSON.parse(JSON.stringify(answers)) },
  });
  for (const text of ['Dry maize', 'KES 3,600.00', '90 kg', 'Kilima Farm', 'Nyeri'])
    expect(renderedHtml(html)).toContain(text);
});

test('a shared product link is in the language of its visitor, and names a nameless farm by its county', async () => {
  const { id } = await makeProduct(await makeFarm({ name: 'My Farm' }));
  const { html, headers } = await open(`/market/${id}`);
  expect(contentOf(html, 'og:description')).toMatch(/^Farm in Nyeri, /);
  expect(headers.get('vary')).toContain('Accept-Language');
  const swahili = (await open(`/market/${id}?language=sw`)).html;
  expect(swahili).toContain('Kaunti ya Nyeri');
  expect(renderedHtml(swahili)).toContain('Weka kikapuni');
});

test('a shared product link escapes what the farmer wrote', async () => {
  const wicked = `"/><script>alert('x')</script>$&`;
  const { id } = await makeProduct(farm, { name: wicked, description: wicked });
  const { html } = await open(`/market/${id}`);
  expect(html).not.toContain('<script>');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
  expect(renderedHtml(html)).toContain('&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;$&amp;');
  expect(pageData(html)).toMatchObject({
    product: { product: { id, name: wicked, description: wicked } },
  });
  expect(html.match(/<title>/g)).toHaveLength(1);
  expect(contentOf(html, 'og:title')).toContain('&lt;script&gt;');
});

test('a shared product link shortens a long description at a word boundary', async () => {
  const { id } = await makeProduct(farm, { description: 'kilimo bora '.repeat(100) });
  const description = contentOf((await open(`/market/${id}`)).html, 'og:description') ?? '';
  expect(description.length).toBeLessThanOrEqual(201);
  expect(description).toMatch(/(kilimo|bora)…$/);
});

test('a shared product link is a 404 page that says so for no id, and for an unknown or deleted product', async () => {
  const { id } = await makeProduct(farm);
  await changeProduct(id, { hiddenAt: now() });
  for (const missing of [id, '0', '99999', 'kale', '1.5', '99999999999999']) {
    const { status, html } = await open(`/market/${missing}`);
    expect(status).toBe(404);
    expect(renderedHtml(html)).toContain('This product is no longer for sale');
    expect(html).toContain('noindex');
  }
});

test('a shared product link is sent without a database too, and rendered by the browser', async () => {
  const down = new Proxy(market.connection.db, {
    get: () => {
      throw new Error('the database is down');
    },
  });
  const catalogueReads = createCatalogueReads(connectionTo(down));
  const services = { ...market.services, catalogueReads };
  const { status, html } = await pagesOf({ services })('/market/1');
  expect([status, isShell(html)]).toEqual([200, true]);
  expect(logged.join()).toContain('without its meta tags');
});
