import { beforeEach, describe, expect, test } from 'vitest';
import { createMarketFinder } from '#app/server/pages/market-page.ts';
import { PAGE_SIZE } from '#features/products/rules/limits.ts';
import { createCatalogueReads } from '#features/products/server/catalogue-reads.ts';
import { READ_COST } from '#platform/rules/limits.ts';
import { createReadPace } from '#platform/server/http/read-pace.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { connectionTo } from '#tests/setup/database/connection-to.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { isShell, linkIn, marketPages, pageData, renderedHtml } from '#tests/setup/pages.ts';

let market: Market;
let farm: { id: number };
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
});

function countingPages() {
  const asked: object[] = [];
  const find = createMarketFinder(market);
  const open = marketPages(market, (question, clientAddress) => {
    asked.push(question);
    return find(question, clientAddress);
  });
  return { open, asked };
}

test('the market page is rendered with the data that the procedures answer, and carries that data', async () => {
  await makeProduct(market, farm, { name: 'Red onions', price: 85 });
  const { html, headers } = await marketPages(market)('/market');
  const { products, facets } = market.caller().market;
  const answers = { question: {}, products: await products({}), facets: await facets({}) };
  expect(pageData(html)).toEqual({ market: JSON.parse(JSON.stringify(answers)) });
  for (const text of ['Red onions', 'KES 85.00', 'Kilima Farm', 'Nyeri', 'Add to Cart'])
    expect(renderedHtml(html)).toContain(text);
  expect(html).not.toContain('+254');
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a first-time page is compressed as the browser accepts: %s', async (accepted, encoding) => {
  await makeProduct(market, farm);
  const { headers } = await marketPages(market)('/market', { 'accept-encoding': accepted });
  expect(headers.get('content-encoding')).toBe(encoding);
});

test('the market page escapes what a farmer wrote', async () => {
  const wicked = `</script><b>Kale</b>"'><img src=x onerror=ran()>`;
  await makeProduct(market, farm, { name: wicked, description: wicked });
  const { html } = await marketPages(market)('/market');
  for (const markup of ['<b>', '<img src=x']) expect(html).not.toContain(markup);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(renderedHtml(html)).toContain('&lt;/script&gt;&lt;b&gt;Kale&lt;/b&gt;');
  expect(pageData(html)).toMatchObject({ market: { products: { products: { name: [wicked] } } } });
});

test('each language has its own page', async () => {
  await makeProduct(market, farm);
  const open = marketPages(market);
  expect(renderedHtml((await open('/market')).html)).toContain('Add to Cart');
  expect(renderedHtml((await open('/market?language=sw')).html)).toContain('Weka kikapuni');
  expect(renderedHtml((await open('/market')).html)).toContain('Add to Cart');
});

describe('the URL holds search, filters, order and cursor, and the page is rendered for them', () => {
  test('as the form submits them', async () => {
    await makeProduct(market, farm, { name: 'Red onions', price: 85, isOrganic: true });
    await makeProduct(market, farm, { name: 'White onions', price: 85 });
    await makeProduct(market, farm, { name: 'Dear onions', price: 1500, isOrganic: true });
    const sent =
      'search=onions&category=vegetables&county=Nyeri&minPrice=50&maxPrice=1%2C000&organic=true&sort=price';
    const { html } = await marketPages(market)(`/market?${sent}`);
    expect(renderedHtml(html)).toContain('Red onions');
    for (const other of ['White onions', 'Dear onions'])
      expect(renderedHtml(html)).not.toContain(other);
    for (const shown of [
      'value="onions"',
      'value="50"',
      'value="1000"',
      'value="Nyeri" selected',
      'value="price" selected',
    ]) {
      expect(renderedHtml(html)).toContain(shown);
    }
    expect(renderedHtml(html)).toMatch(/<form [^>]*action="\/market"/);
  });

  test('each page links to the next, in the same order, until all products are shown', async () => {
    const names = Array.from({ length: PAGE_SIZE + 1 }, (_, index) => `Crate ${index}`);
    for (const [index, name] of names.entries())
      await makeProduct(market, farm, { name, price: index + 1 });
    const open = marketPages(market);
    const first = (await open('/market?search=crate&sort=price')).html;
    const next = linkIn(renderedHtml(first), 'next');
    expect(next).toMatch(/^\/market\?search=crate&sort=price&after=/);
    const { html } = await open(next ?? '');
    expect(renderedHtml(html)).toContain(`Crate ${PAGE_SIZE}`);
    expect(renderedHtml(html)).not.toContain('Crate 0');
    expect(linkIn(renderedHtml(html), 'next')).toBeUndefined();
  });

  test('a damaged next-page link leads to the market', async () => {
    const { status, headers } = await marketPages(market)('/market?sort=price&after=damaged');
    expect([status, headers.get('location')]).toEqual([302, '/market']);
  });
});

describe('a page is rendered once while it is current', () => {
  test('parameter order, empty parameters and unknown parameters do not make a separate page', async () => {
    await makeProduct(market, farm, { name: 'Goat milk', category: 'Dairy & eggs' });
    const { open, asked } = countingPages();
    // The first request makes the process listen for changes; answers are cached from then on.
    await expect
      .poll(async () => {
        await open('/market?category=dairy&organic=true');
        const before = asked.length;
        await open('/market?category=dairy&organic=true');
        return asked.length - before;
      })
      .toBe(0);
    const before = asked.length;
    for (const same of [
      'organic=true&category=dairy',
      'category=dairy&organic=true&utm_source=sms&county=',
      'category=dairy&organic=true&minPrice=-5&sort=cheapest&after=x',
    ]) {
      expect((await open(`/market?${same}`)).status).toBe(200);
    }
    expect(asked.length).toBe(before);
    await open('/market?category=dairy');
    expect(asked.length).toBe(before + 1);
  });
});

describe('the browser renders the page itself', () => {
  test.each(['sort=nearest', 'deliversToMe=true', 'maxDistanceKm=25'])(
    "when the answer depends on the buyer's position: %s",
    async (part) => {
      const { open, asked } = countingPages();
      const { html, status } = await open(`/market?${part}`);
      expect([status, isShell(html), asked]).toEqual([200, true, []]);
    },
  );

  test('when there is no database', async () => {
    const gone = () => {
      throw new Error('gone');
    };
    const db = new Proxy({}, { get: gone });
    market.services.catalogueReads = createCatalogueReads(connectionTo(db as never));
    const { html, status } = await marketPages(market)('/market');
    expect([status, isShell(html), pageData(html)]).toEqual([200, true, null]);
  });
});

test('a page with a failed part is left entirely to the browser, logged, and not cached', async () => {
  await makeProduct(market, farm, { name: 'Red onions' });
  const find = createMarketFinder(market);
  let isBroken = true;
  const open = marketPages(market, async (question, clientAddress) => {
    const found = await find(question, clientAddress);
    if (!isBroken || !found || 'redirectTo' in found) return found;
    // Every procedure fails, so the filters cannot be shown.
    return {
      ...found,
      data: { market: { ...(found.data as { market: object }).market, facets: { counties: 5 } } },
    };
  });
  const broken = await open('/market');
  expect(broken.status).toBe(200);
  expect(isShell(broken.html)).toBe(true);
  expect(broken.html).not.toContain('<!--$!-->');
  expect(market.logged.join()).toContain('a page could not be rendered on the server');
  isBroken = false;
  expect(renderedHtml((await open('/market')).html)).toContain('Red onions');
});

test('in a burst of different URLs few pages are rendered, and the browser renders the rest', async () => {
  await makeProduct(market, farm);
  // Each page also costs one plain read.
  market.services.readPace = createReadPace(2 * READ_COST.page + 4);
  const open = marketPages(market);
  const pages = await Promise.all(
    ['a', 'b', 'c', 'd'].map((search) => open(`/market?search=${search}`)),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(pages.filter(({ html }) => isShell(html))).toHaveLength(2);
});
