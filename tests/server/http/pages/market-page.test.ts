import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createHotAnswers } from '../../../../src/server/http/hot-answers.ts';
import { createMarketFinder, createMarketPage } from '../../../../src/server/http/pages/market-page.ts';
import { createCatalogueReads } from '../../../../src/server/modules/products/catalogue-reads.ts';
import { MARKET_DATA } from '../../../../src/shared/routes.ts';
import { makeFarm } from '../../../factories/farms.ts';
import { makeProduct } from '../../../factories/products.ts';
import { makeMarket } from '../../../setup/market.ts';
import { dataOf } from '../../../setup/page-data.ts';
import { unheardChanges } from '../../../setup/unheard-changes.ts';

const template = '<html><head><title>Market</title><!--market--></head><body><div id="root"></div></body></html>';

function appOf(findFirst: ReturnType<typeof createMarketFinder>) {
  const page = createMarketPage({
    templates: { en: template, sw: template },
    hotAnswers: createHotAnswers(unheardChanges()),
    findFirst,
    clientAddressOf: () => '10.0.0.1',
  });
  return new Hono().get('/market', (c) => page(c, 'en'));
}

test('the market comes with its first products and counts, as the procedures answer them', async () => {
  const market = await makeMarket();
  const farm = await makeFarm(market);
  await makeProduct(market, farm, { name: '</script><b>Kale</b>' });
  const response = await appOf(createMarketFinder(market)).request('/market');
  const html = await response.text();
  const { products, facets } = market.caller().market;
  const answers = { products: await products({}), facets: await facets({}) };
  expect(dataOf(html, MARKET_DATA)).toEqual(JSON.parse(JSON.stringify(answers)));
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('+254');
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
});

test('where something is looked for, nothing is brought that would not be shown', async () => {
  const market = await makeMarket();
  let asked = 0;
  const findFirst = (clientAddress: string) => {
    asked += 1;
    return createMarketFinder(market)(clientAddress);
  };
  const response = await appOf(findFirst).request('/market?category=dairy');
  expect(await response.text()).toBe(template.replace('<!--market-->', ''));
  expect(asked).toBe(0);
});

test('without a database it comes without them', async () => {
  const { services } = await makeMarket();
  const gone = () => {
    throw new Error('gone');
  };
  const db = new Proxy({}, { get: gone });
  services.catalogueReads = createCatalogueReads({ db, searches: db, counts: db } as never);
  const findFirst = createMarketFinder({ services });
  const response = await appOf(findFirst).request('/market');
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(template.replace('<!--market-->', ''));
});
