import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { farmPage } from '#app/server/pages/farm-page.ts';
import { productPage } from '#app/server/pages/product-page.ts';
import { users } from '#features/accounts/server/tables/users.ts';
import { PAGE_SIZE } from '#features/products/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { codeOf, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { isShell, linkIn, numberedPages, pageData, renderedHtml } from '#tests/setup/pages.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

const pagesOf = (market: Pick<Market, 'services'>) => numberedPages(farmPage, market);

describe('a farm page', () => {
  let market: Market;
  let open: ReturnType<typeof pagesOf>;
  beforeEach(async () => {
    market = await makeMarket();
    open = pagesOf(market);
  });

  test('has its own title and description in both languages, and is rendered with the farm, products and reviews that the procedures answer', async () => {
    const { id } = await makeFarm(market);
    await makeProduct(market, { id }, { name: 'Red onions' });
    const { status, html } = await open(`/farm/${id}`);
    expect(status).toBe(200);
    for (const text of ['Kilima Farm', 'Wanjiru', 'Nyeri', 'Red onions'])
      expect(renderedHtml(html)).toContain(text);
    expect(html).toContain('<title>Kilima Farm, Nyeri County · SokoShamba</title>');
    expect(html).toContain(
      '<meta name="description" content="What Kilima Farm in Nyeri County sells today',
    );
    expect(html).toContain(`<link rel="canonical" href="https://soko.example/farm/${id}" />`);
    const procedures = market.caller().market;
    const answers = {
      farm: await procedures.farm({ farmId: id }),
      products: await procedures.products({ farmId: id }),
      reviews: await procedures.farmReviews({ farmId: id }),
    };
    expect(pageData(html)).toEqual({
      farm: { id: String(id), ...JSON.parse(JSON.stringify(answers)) },
    });
    expect((await open(`/farm/${id}?language=sw`)).html).toContain(
      '<title>Kilima Farm, Kaunti ya Nyeri · SokoShamba</title>',
    );
  });

  test('shows county, ward and badge, but not the phone number or the exact position', async () => {
    const measured = { gpsAccuracyMetres: 8, gpsLatitude: -0.4169, gpsLongitude: 36.951 };
    const { id } = await makeFarm(market, {
      ...measured,
      deliveryFeeCents: 15_050,
      minimumOrderCents: 100_000,
    });
    const farm = await market.caller().market.farm({ farmId: id });
    expect(farm).toMatchObject({
      farmName: 'Kilima Farm',
      farmerFirstName: 'Wanjiru',
      county: 'Nyeri',
      isFarmVerified: true,
    });
    expect(farm).toMatchObject({
      farmAccuracyMetres: 8,
      deliveryFee: 150.5,
      minimumOrder: 1000,
      ward: expect.any(String),
    });
    const { html } = await open(`/farm/${id}`);
    // The page's map has the rounded position.
    for (const secret of ['+254', '36.951', '-0.4169', 'tea factory', 'Kamau'])
      expect(html).not.toContain(secret);
  });

  test('escapes what the farmer wrote', async () => {
    const { id } = await makeFarm(market, { name: `"/><script>alert('x')</script>$&` });
    const { html } = await open(`/farm/${id}`);
    expect(html).not.toContain('<script>');
    // The structured data and the page's own.
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(renderedHtml(html)).toContain('&lt;script&gt;');
    expect(pageData(html)).toMatchObject({
      farm: { farm: { farmName: `"/><script>alert('x')</script>$&` } },
    });
  });

  test.each(['0', '99999', 'kilima', '1.5', '99999999999999'])(
    '/farm/%s is a 404 page that says so',
    async (id) => {
      const { status, html } = await open(`/farm/${id}`);
      expect(status).toBe(404);
      expect(renderedHtml(html)).toContain('There is no such farm here');
      expect(html).toContain('noindex');
    },
  );

  test('answers 404 for a suspended farmer', async () => {
    const { id } = await makeFarm(market);
    await market.db
      .update(users)
      .set({ suspendedAt: market.services.clock() })
      .where(eq(users.id, id));
    expect((await open(`/farm/${id}`)).status).toBe(404);
    expect(await outcomeOf(market.caller().market.farm({ farmId: id }))).toBe('FARM_NOT_FOUND');
  });

  describe('buyer reviews', () => {
    let farm: { id: number; token: string };
    let productId: number;
    beforeEach(async () => {
      farm = await makeFarm(market);
      productId = (await makeProduct(market, farm, { quantity: 500 })).id;
    });

    async function completeOrder() {
      const buyer = await makeTestBuyer(market);
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 10 }]);
      const asFarmer = market.caller({ token: farm.token }).farmer.orders;
      await asFarmer.confirm({ orderId });
      await asFarmer.dispatch({ orderId });
      await asFarmer.complete({ orderId, handoverCode: codeOf(orderId) });
      return (rating: number, text: string) =>
        market.caller({ token: buyer.token }).buyer.orders.rate({ orderId, rating, text });
    }
    const review = async (rating: number, text: string) => (await completeOrder())(rating, text);

    test('are on the farm page and on its product pages: the rating, and each review as escaped text', async () => {
      await review(5, 'Very fresh');
      await review(4, '<b>Crisp</b> & sweet');
      for (const { html } of [
        await open(`/farm/${farm.id}`),
        await numberedPages(productPage, market)(`/market/${productId}`),
      ]) {
        for (const text of [
          'What buyers say',
          '4.5 of 5.0',
          'Very fresh',
          '&lt;b&gt;Crisp&lt;/b&gt; &amp; sweet',
        ]) {
          expect(renderedHtml(html)).toContain(text);
        }
        expect(html).not.toContain('<b>');
      }
      expect(renderedHtml((await open(`/farm/${farm.id}`)).html)).toMatch(
        /farm<\/span><span[^>]*><span[^>]*>★ (<!-- -->)?4\.5</,
      );
    });

    test('are cached with the page, and a new review appears at once', async () => {
      const rate = await completeOrder();
      let counted = 0;
      const { catalogueReads } = market.services;
      const searchOnPrimary: typeof catalogueReads.searchOnPrimary = (...given) => {
        counted += 1;
        return catalogueReads.searchOnPrimary(...given);
      };
      const openCounted = pagesOf({
        services: { ...market.services, catalogueReads: { ...catalogueReads, searchOnPrimary } },
      });
      // The first request makes the process listen for changes; pages are cached from then on.
      const openTwice = async () => {
        await openCounted(`/farm/${farm.id}`);
        const before = counted;
        await openCounted(`/farm/${farm.id}`);
        return counted - before;
      };
      await expect.poll(openTwice).toBe(0);
      await rate(3, 'Two days late');
      expect(renderedHtml((await openCounted(`/farm/${farm.id}`)).html)).toContain('Two days late');
    });

    test('are left out of a page when they cannot be read, and that page is not cached', async () => {
      await review(5, 'Very fresh');
      let isDown = true;
      const { catalogueReads } = market.services;
      const searchOnPrimary: typeof catalogueReads.searchOnPrimary = (...given) =>
        isDown
          ? Promise.reject(new Error('too many searches'))
          : catalogueReads.searchOnPrimary(...given);
      const services = {
        ...market.services,
        catalogueReads: { ...catalogueReads, searchOnPrimary },
      };
      for (const [path, openThere] of [
        [`/farm/${farm.id}`, pagesOf({ services })],
        [`/market/${productId}`, numberedPages(productPage, { services })],
      ] as const) {
        isDown = true;
        const { status, html } = await openThere(path);
        expect([status, isShell(html)]).toEqual([200, false]);
        expect(renderedHtml(html)).not.toContain('Very fresh');
        isDown = false;
        expect(renderedHtml((await openThere(path)).html)).toContain('Very fresh');
      }
    });
  });

  describe('a farm with more products than fit on a page', () => {
    let id: number;
    beforeEach(async () => {
      id = (await makeFarm(market)).id;
      for (let index = 0; index <= PAGE_SIZE; index++)
        await makeProduct(market, { id }, { name: `Crate ${index} of kale` });
    });

    test('links to the next page, which shows the following products and links back', async () => {
      const first = renderedHtml((await open(`/farm/${id}`)).html);
      expect(first).toContain(`Crate ${PAGE_SIZE} of kale`);
      expect(first).not.toContain('Crate 0 of kale');
      const next = linkIn(first, 'next');
      expect(next).toMatch(new RegExp(`^/farm/${id}\\?after=`));
      const { html } = await open(next ?? '');
      expect(renderedHtml(html)).toContain('Crate 0 of kale');
      expect(renderedHtml(html)).not.toContain('Crate 1 of kale');
      expect(linkIn(renderedHtml(html), 'next')).toBeUndefined();
      expect(renderedHtml(html)).toContain(`href="/farm/${id}"`);
      expect(html).toContain(`<link rel="canonical" href="https://soko.example/farm/${id}" />`);
    });

    test.each(['damaged', 'WyJyZXZpZXdzIiwxXQ', 'x'.repeat(5000)])(
      'a damaged next-page link leads to the farm',
      async (after) => {
        const { status, headers } = await open(`/farm/${id}?after=${after}`);
        expect([status, headers.get('location')]).toEqual([302, `/farm/${id}`]);
      },
    );

    test('a URL with two cursors shows the first page', async () => {
      const { status, html } = await open(`/farm/${id}?after=a&after=b`);
      expect(status).toBe(200);
      expect(renderedHtml(html)).toContain(`Crate ${PAGE_SIZE} of kale`);
    });
  });
});
