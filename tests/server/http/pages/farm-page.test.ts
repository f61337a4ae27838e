import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../../../src/server/db/schema/accounts.ts';
import { createFarmFinder, createFarmPage } from '../../../../src/server/http/pages/farm-page.ts';
import { createCatalogueReads } from '../../../../src/server/modules/products/catalogue-reads.ts';
import { FARM_DATA } from '../../../../src/shared/routes.ts';
import { makeFarm } from '../../../factories/farms.ts';
import { type Market, makeMarket } from '../../../setup/market.ts';
import { dataOf } from '../../../setup/page-data.ts';
import { outcomeOf } from '../../../setup/rest.ts';

const template = '<html><head><title>SokoShamba</title><!--farm--></head><body><div id="root"></div></body></html>';

/** The farm pages of a server at https://soko.example. */
function pagesOf({ services }: Pick<Market, 'services'>) {
  const page = createFarmPage({
    templates: { en: template, sw: template },
    publicUrl: 'https://soko.example',
    hotAnswers: services.hotAnswers,
    findFarm: createFarmFinder({ services }),
    clientAddressOf: () => '10.0.0.1',
  });
  const app = new Hono().get('/farm/:id', (c) => page(c, c.req.query('language') === 'sw' ? 'sw' : 'en', c.req.param('id')));
  return async (path: string) => {
    const response = await app.request(path);
    return { status: response.status, html: await response.text() };
  };
}

describe("a farm's page", () => {
  let market: Market;
  let open: ReturnType<typeof pagesOf>;
  beforeEach(async () => {
    market = await makeMarket();
    open = pagesOf(market);
  });

  test('has a title and a description of its own, in both languages, and the farm as the procedure answers it', async () => {
    const { id } = await makeFarm(market);
    const { status, html } = await open(`/farm/${id}`);
    expect(status).toBe(200);
    expect(html).toContain('<title>Kilima Farm, Nyeri County · SokoShamba</title>');
    expect(html).toContain('<meta name="description" content="What Kilima Farm in Nyeri County sells today');
    expect(html).toContain(`<link rel="canonical" href="https://soko.example/farm/${id}" />`);
    expect(dataOf(html, FARM_DATA)).toEqual(JSON.parse(JSON.stringify(await market.caller().market.farm({ farmId: id }))));
    expect((await open(`/farm/${id}?language=sw`)).html).toContain('<title>Kilima Farm, Kaunti ya Nyeri · SokoShamba</title>');
  });

  test('says county, ward and badge, and neither the phone number nor the exact place', async () => {
    const measured = { gpsAccuracyMetres: 8, gpsLatitude: -0.4169, gpsLongitude: 36.951 };
    const { id } = await makeFarm(market, { ...measured, deliveryFeeCents: 15_050, minimumOrderCents: 100_000 });
    const farm = await market.caller().market.farm({ farmId: id });
    expect(farm).toMatchObject({ farmName: 'Kilima Farm', farmerFirstName: 'Wanjiru', county: 'Nyeri', isFarmVerified: true });
    expect(farm).toMatchObject({ farmAccuracyMetres: 8, deliveryFee: 150.5, minimumOrder: 1000, ward: expect.any(String) });
    const { html } = await open(`/farm/${id}`);
    for (const secret of ['+254', '36.95', '-0.41', 'tea factory', 'Kamau']) expect(html).not.toContain(secret);
  });

  test('what a farmer wrote stays text', async () => {
    const { id } = await makeFarm(market, { name: `"/><script>alert('x')</script>$&` });
    const { html } = await open(`/farm/${id}`);
    expect(html).not.toContain('<script>');
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(dataOf(html, FARM_DATA)).toMatchObject({ farmName: `"/><script>alert('x')</script>$&` });
  });

  test.each(['0', '99999', 'kilima', '1.5', '99999999999999'])('/farm/%s is a page that says so, with a 404', async (id) => {
    const { status, html } = await open(`/farm/${id}`);
    expect(status).toBe(404);
    expect(html).toContain('<div id="root">');
    expect(html).toContain('noindex');
  });

  test('the farm of a farmer who is suspended is not found', async () => {
    const { id } = await makeFarm(market);
    await market.db.update(users).set({ suspendedAt: market.services.clock() }).where(eq(users.id, id));
    expect((await open(`/farm/${id}`)).status).toBe(404);
    expect(await outcomeOf(market.caller().market.farm({ farmId: id }))).toBe('FARM_NOT_FOUND');
  });

  test('without a database the page still comes, and draws itself', async () => {
    const down = new Proxy(market.connection.db, {
      get: () => {
        throw new Error('the database is down');
      },
    });
    const catalogueReads = createCatalogueReads({ ...market.connection, db: down });
    const { status, html } = await pagesOf({ services: { ...market.services, catalogueReads } })('/farm/1');
    expect(status).toBe(200);
    expect(html).toContain('<title>SokoShamba</title>');
    expect(market.logged.join()).toContain('without its meta tags');
  });
});
