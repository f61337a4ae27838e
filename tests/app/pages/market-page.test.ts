import { createMarketFinder } from '#app/server/pages/rendered-page.ts';
import { PAGE_SIZE } from '#products/rules/product-facts.ts';
import { createCatalogueReads } from '#products/server/browse.ts';
import { CALLS_AT_ONCE } from '#rules/limits.ts';
import { connectionTo } from '#tests/setup/database/connection-to.ts';
import {
  caller,
  givenMarket,
  logged,
  makeFarm,
  makeProduct,
  market,
  marketPages,
  services,
} from '#tests/setup/in-market.ts';
import { isShell, linkIn, pageData, renderedHtml } from '#tests/setup/pages.ts';

givenMarket();
let farm: { id: number };
beforeEach(async () => {
  farm = await makeFarm();
});

function countingPages() {
  const asked: object[] = [];
  const find = createMarketFinder(market);
  const open = marketPages((question, clientAddress) => {
    asked.push(question);
    return find(question, clientAddress);
  });
  return { open, asked };
}

test('the market page is rendered with the data that it carries, in each language', async () => {
  await makeProduct(farm, { name: 'Red onions', price: 85 });
  const open = marketPages();
  const { html, headers } = await open('/market');
  const { cards, facets } = caller().market;
  const answers = { question: {}, products: await cards({}), facets: await facets({}) };
  expect(pageData(html)).toEqual({ market: JSON.parse(JSON.stringify(answers)) });
  for (const text of ['Red onions', 'KES 85.00', 'Kilima Farm', 'Nyeri', 'Add to Cart'])
    expect(renderedHtml(html)).toContain(text);
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(renderedHtml((await open('/market?language=sw')).html)).toContain('Weka kikapuni');
  expect(renderedHtml((await open('/market')).html)).toContain('Add to Cart');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['identity', null],
])('a first-time page is compressed as the browser accepts: %s', async (accepted, encoding) => {
  await makeProduct(farm);
  const { headers } = await marketPages()('/market', { 'accept-encoding': accepted });
  expect(headers.get('content-encoding')).toBe(encoding);
});

describe('the URL holds search, order and cursor', () => {
  test('each page links to the next, in the same order, until all products are shown', async () => {
    for (let index = 0; index <= PAGE_SIZE; index += 1)
      await makeProduct(farm, { name: `Crate ${index}`, price: index + 1 });
    const open = marketPages();
    const first = renderedHtml((await open('/market?search=crate&sort=price')).html);
    const next = linkIn(first, 'next') ?? '';
    expect(next).toMatch(/^\/market\?search=crate&sort=price&after=/);
    const second = renderedHtml((await open(next)).html);
    expect(second).toContain(`Crate ${PAGE_SIZE}`);
    expect(second).not.toContain('Crate 0');
    expect(linkIn(second, 'next')).toBeUndefined();
  });

  test('a damaged next-page link leads to the market', async () => {
    const { status, headers } = await marketPages()('/market?sort=price&after=damaged');
    expect([status, headers.get('location')]).toEqual([302, '/market']);
  });
});

test('the order of parameters, and unknown ones, do not make a separate page', async () => {
  await makeProduct(farm, { name: 'Goat milk', category: 'Dairy & eggs' });
  const { open, asked } = countingPages();
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
  ])
    expect((await open(`/market?${same}`)).status).toBe(200);
  expect(asked.length).toBe(before);
  await open('/market?category=dairy');
  expect(asked.length).toBe(before + 1);
});

describe('the browser renders the page itself', () => {
  test("when the answer depends on the buyer's position", async () => {
    const { open, asked } = countingPages();
    for (const part of ['sort=nearest', 'deliversToMe=true', 'maxDistanceKm=25']) {
      const { html, status } = await open(`/market?${part}`);
      expect([status, isShell(html), asked], part).toEqual([200, true, []]);
    }
  });

  test('when there is no database', async () => {
    const gone = () => {
      throw new Error('gone');
    };
    const db = new Proxy({}, { get: gone });
    services.catalogueReads = createCatalogueReads(connectionTo(db as never));
    const { html, status } = await marketPages()('/market');
    expect([status, isShell(html), pageData(html)]).toEqual([200, true, null]);
  });

  test('when a part of it failed, which is logged and not cached', async () => {
    await makeProduct(farm, { name: 'Red onions' });
    const find = createMarketFinder(market);
    let isBroken = true;
    const open = marketPages(async (question, clientAddress) => {
      const found = await find(question, clientAddress);
      if (!isBroken || !found || 'redirectTo' in found) return found;
      const { market: data } = found.data as { market: object };
      return { ...found, data: { market: { ...data, facets: { counties: 5 } } } };
    });
    const { status, html } = await open('/market');
    expect([status, isShell(html)]).toEqual([200, true]);
    expect(html).not.toContain('<!--$!-->');
    expect(logged.join()).toContain('a page could not be rendered on the server');
    isBroken = false;
    expect(renderedHtml((await open('/market')).html)).toContain('Red onions');
  });
});

test('the browser renders a page that would wait too long for a slot', async () => {
  await makeProduct(farm);
  let free = () => {};
  const freed = new Promise<void>((resolve) => (free = resolve));
  const others = Array.from({ length: CALLS_AT_ONCE }, () =>
    services.calls.run({ clientAddress: '203.0.113.7' }, () => freed),
  );
  const open = marketPages();
  const { html, status } = await open('/market');
  expect([status, isShell(html)]).toEqual([200, true]);
  free();
  await Promise.all(others);
  expect(isShell((await open('/market')).html)).toBe(false);
});
