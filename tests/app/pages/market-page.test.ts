import { beforeEach, describe, expect, test } from 'vitest';
import { createMarketFinder } from '#app/server/pages/market-page.ts';
import { PAGE_SIZE } from '#features/products/rules/limits.ts';
import { createCatalogueReads } from '#features/products/server/catalogue-reads.ts';
import { READ_COST } from '#platform/rules/limits.ts';
import { createReadPace } from '#platform/server/http/read-pace.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { connectionTo } from '#tests/setup/connection-to.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { isShell, linkIn, marketPages, pageData, renderedHtml } from '#tests/setup/pages.ts';

let market: Market;
let farm: { id: number };
beforeEach(async () => {
  market = await makeMarket();
  farm = await makeFarm(market);
});

/** Opens pages, and says which questions reached the database. */
function countingPages() {
  const asked: object[] = [];
  const find = createMarketFinder(market);
  const open = marketPages(market, (question, clientAddress) => {
    asked.push(question);
    return find(question, clientAddress);
  });
  return { open, asked };
}

test('the market comes rendered, and with the data it was rendered from, as the procedures answer it', async () => {
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
])(
  'a page that nobody has asked for before is compressed as the browser wishes: %s',
  async (accepted, encoding) => {
    await makeProduct(market, farm);
    const { headers } = await marketPages(market)('/market', { 'accept-encoding': accepted });
    expect(headers.get('content-encoding')).toBe(encoding);
  },
);

test('what a farmer wrote stays text', async () => {
  const wicked = `</script><b>Kale</b>"'><img src=x onerror=ran()>`;
  await makeProduct(market, farm, { name: wicked, description: wicked });
  const { html } = await marketPages(market)('/market');
  for (const markup of ['<b>', '<img src=x']) expect(html).not.toContain(markup);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(renderedHtml(html)).toContain('&lt;/script&gt;&lt;b&gt;Kale&lt;/b&gt;');
  expect(pageData(html)).toMatchObject({ market: { products: { products: { name: [wicked] } } } });
});

test('each language has a page of its own', async () => {
  await makeProduct(market, farm);
  const open = marketPages(market);
  expect(renderedHtml((await open('/market')).html)).toContain('Add to Cart');
  expect(renderedHtml((await open('/market?language=sw')).html)).toContain('Weka kikapuni');
  expect(renderedHtml((await open('/market')).html)).toContain('Add to Cart');
});

describe('search, filters, order and paging are in the address, and the page is rendered for it', () => {
  test('as the form sends them', async () => {
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

  test('a link leads to the next page, in the same order, until all are shown', async () => {
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

  test('a damaged link to a next page leads to the market', async () => {
    const { status, headers } = await marketPages(market)('/market?sort=price&after=damaged');
    expect([status, headers.get('location')]).toEqual([302, '/market']);
  });
});

describe('a page is rendered once for as long as it is current', () => {
  test('the order of the parts, empty ones and those that mean nothing make no page of their own', async () => {
    await makeProduct(market, farm, { name: 'Goat milk', category: 'Dairy & eggs' });
    const { open, asked } = countingPages();
    // The first question is what makes the process listen for changes; from then on answers are
    // kept.
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
    "where the answer depends on the buyer's place: %s",
    async (part) => {
      const { open, asked } = countingPages();
      const { html, status } = await open(`/market?${part}`);
      expect([status, isShell(html), asked]).toEqual([200, true, []]);
    },
  );

  test('without a database', async () => {
    const gone = () => {
      throw new Error('gone');
    };
    const db = new Proxy({}, { get: gone });
    market.services.catalogueReads = createCatalogueReads(connectionTo(db as never));
    const { html, status } = await marketPages(market)('/market');
    expect([status, isShell(html), pageData(html)]).toEqual([200, true, null]);
  });
});

test('a page of which a part has failed is left to the browser whole, said in the log, and not kept for others', async () => {
  await makeProduct(market, farm, { name: 'Red onions' });
  const find = createMarketFinder(market);
  let isBroken = true;
  const open = marketPages(market, async (question, clientAddress) => {
    const found = await find(question, clientAddress);
    if (!isBroken || !found || 'redirectTo' in found) return found;
    // As no procedure answers: the filters cannot be shown.
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

test('of a burst of addresses few are rendered, and the browser renders the others', async () => {
  await makeProduct(market, farm);
  // Each page asks one plain question too.
  market.services.readPace = createReadPace(2 * READ_COST.page + 4);
  const open = marketPages(market);
  const pages = await Promise.all(
    ['a', 'b', 'c', 'd'].map((search) => open(`/market?search=${search}`)),
  );
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(pages.filter(({ html }) => isShell(html))).toHaveLength(2);
});

test('each client has a share of the pages that are rendered in a second', async () => {
  const pace = createReadPace(2 * READ_COST.page, 3 * READ_COST.page);
  const rendered = [];
  for (const client of ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3']) {
    rendered.push(await pace.mayDraw(client, READ_COST.page));
  }
  expect(rendered).toEqual([true, true, false, true, false]);
});
