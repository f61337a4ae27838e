import { beforeEach, describe, expect, test } from 'vitest';
import { productPage } from '#app/server/pages/product-page.ts';
import { createCatalogueReads } from '#features/products/server/catalogue-reads.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { connectionTo } from '#tests/setup/database/connection-to.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { isShell, numberedPages, pageData, renderedHtml } from '#tests/setup/pages.ts';

const pagesOf = (market: Pick<Market, 'services'>) => numberedPages(productPage, market);

const contentOf = (html: string, property: string) =>
  new RegExp(`property="${property}" content="([^"]*)"`).exec(html)?.[1];

describe('a shared product link', () => {
  let market: Market;
  let open: ReturnType<typeof pagesOf>;
  let farm: { id: number };
  beforeEach(async () => {
    market = await makeMarket();
    open = pagesOf(market);
    farm = await makeFarm(market);
  });

  test('shows name, price, county and the canonical URL, and carries the data that the procedures answer', async () => {
    const { id } = await makeProduct(market, farm, {
      name: 'Dry maize',
      unit: 'bags',
      netWeightKg: 90,
      price: 3600,
    });
    const { status, html } = await open(`/market/${id}`);
    expect(status).toBe(200);
    expect(html).toContain('<title>Dry maize: KES 3,600.00 / bag · SokoShamba</title>');
    expect(contentOf(html, 'og:title')).toBe('Dry maize: KES 3,600.00 / bag');
    expect(contentOf(html, 'og:description')).toContain('Nyeri County');
    expect(contentOf(html, 'og:image')).toBe('https://soko.example/og.png');
    expect(html).toContain(`<link rel="canonical" href="https://soko.example/market/${id}" />`);
    for (const secret of ['+254', '36.951']) expect(html).not.toContain(secret);
    const procedures = market.caller().market;
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

  test('is in the language of its visitor', async () => {
    const { id } = await makeProduct(market, farm);
    const { html } = await open(`/market/${id}?language=sw`);
    expect(html).toContain('Kaunti ya Nyeri');
    expect(renderedHtml(html)).toContain('Weka kikapuni');
    expect(renderedHtml((await open(`/market/${id}`)).html)).toContain('Add to Cart');
  });

  test('names a farm without a name by its county', async () => {
    const { id } = await makeProduct(market, await makeFarm(market, { name: 'My Farm' }));
    expect(contentOf((await open(`/market/${id}`)).html, 'og:description')).toMatch(
      /^Farm in Nyeri, /,
    );
  });

  test('escapes what the farmer wrote', async () => {
    const wicked = `"/><script>alert('x')</script>$&`;
    const { id } = await makeProduct(market, farm, { name: wicked, description: wicked });
    const { html } = await open(`/market/${id}`);
    expect(html).not.toContain('<script>');
    // The structured data and the page's own.
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(renderedHtml(html)).toContain('&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;$&amp;');
    expect(pageData(html)).toMatchObject({
      product: { product: { id, name: wicked, description: wicked } },
    });
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(contentOf(html, 'og:title')).toContain('&lt;script&gt;');
  });

  test('shortens a long description at a word boundary', async () => {
    const { id } = await makeProduct(market, farm, { description: 'kilimo bora '.repeat(100) });
    const description = contentOf((await open(`/market/${id}`)).html, 'og:description') ?? '';
    expect(description.length).toBeLessThanOrEqual(201);
    expect(description).toMatch(/(kilimo|bora)…$/);
  });

  test.each(['0', '99999', 'kale', '1.5', '99999999999999'])(
    '/market/%s is a 404 page that says so',
    async (id) => {
      const { status, html } = await open(`/market/${id}`);
      expect(status).toBe(404);
      expect(renderedHtml(html)).toContain('This product is no longer for sale');
      expect(html).toContain('noindex');
    },
  );

  test('answers 404 for a deleted product', async () => {
    const { id } = await makeProduct(market, farm);
    await changeProduct(market, id, { hiddenAt: market.services.clock() });
    expect((await open(`/market/${id}`)).status).toBe(404);
  });

  test('is not sent again when it has not changed', async () => {
    const { id } = await makeProduct(market, farm);
    const first = await open(`/market/${id}`);
    expect(first.headers.get('etag')).toBe((await open(`/market/${id}`)).headers.get('etag'));
    expect(first.headers.get('vary')).toContain('Accept-Language');
  });

  test('is sent without a database too, and rendered by the browser', async () => {
    const down = new Proxy(market.connection.db, {
      get: () => {
        throw new Error('the database is down');
      },
    });
    const catalogueReads = createCatalogueReads(connectionTo(down));
    const { status, html } = await pagesOf({ services: { ...market.services, catalogueReads } })(
      '/market/1',
    );
    expect(status).toBe(200);
    expect(isShell(html)).toBe(true);
    expect(market.logged.join()).toContain('without its meta tags');
  });
});
