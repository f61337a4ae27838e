import { users } from '#accounts/server/tables/users.ts';
import { farmPage, productPage } from '#app/server/pages/pages.ts';
import { PAGE_SIZE } from '#products/rules/product-facts.ts';
import {
  asBuyer,
  caller,
  completed,
  db,
  eq,
  farm,
  givenMarket,
  givenTrade,
  type Market,
  makeFarm,
  makeProduct,
  makeTestBuyer,
  market,
  now,
  outcomeOf,
  product,
  services,
} from '#tests/setup/in-market.ts';
import { isShell, linkIn, numberedPages, pageData, renderedHtml } from '#tests/setup/pages.ts';

const pagesOf = (asked: Pick<Market, 'services'>) => numberedPages(farmPage, asked);

describe('a farm page', () => {
  givenTrade();
  let open: ReturnType<typeof pagesOf>;
  beforeEach(() => {
    open = pagesOf(market);
  });

  test('has its own title, and is rendered with what the procedures answer', async () => {
    const money = { deliveryFeeCents: 15_050, minimumOrderCents: 100_000 };
    const { id } = await makeFarm(money);
    await makeProduct({ id }, { name: 'Red onions' });
    const { html } = await open(`/farm/${id}`);
    for (const text of ['Kilima Farm', 'Wanjiru', 'Nyeri', 'Red onions'])
      expect(renderedHtml(html)).toContain(text);
    for (const tag of [
      '<title>Kilima Farm, Nyeri County · SokoShamba</title>',
      '<meta name="description" content="What Kilima Farm, Nyeri County, sells today',
      `<link rel="canonical" href="https://soko.example/farm/${id}" />`,
    ])
      expect(html).toContain(tag);
    const procedures = caller().market;
    const answers = {
      farm: await procedures.farm({ farmId: id }),
      products: await procedures.cards({ farmId: id }),
      reviews: await procedures.farmReviews({ farmId: id }),
    };
    expect(answers.farm).toMatchObject({ deliveryFee: 150.5, minimumOrder: 1000 });
    expect(pageData(html)).toEqual({
      farm: { id: String(id), ...JSON.parse(JSON.stringify(answers)) },
    });
    expect((await open(`/farm/${id}?language=sw`)).html).toContain(
      '<title>Kilima Farm, Kaunti ya Nyeri · SokoShamba</title>',
    );
  });

  test('is a 404 page that says so for an unknown or suspended farm', async () => {
    const { id } = await makeFarm();
    const suspendedAt = now();
    await db.update(users).set({ suspendedAt }).where(eq(users.id, id));
    expect(await outcomeOf(caller().market.farm({ farmId: id }))).toBe('FARM_NOT_FOUND');
    for (const unknown of [id, 99999, 'kilima']) {
      const { status, html } = await open(`/farm/${unknown}`);
      expect(status).toBe(404);
      expect(renderedHtml(html)).toContain('We could not find this farm');
      expect(html).toContain('noindex');
    }
  });

  async function completeOrder() {
    const by = await makeTestBuyer();
    const orderId = await completed(10, {}, by);
    return (rating: number, text: string) => asBuyer(by).rate({ orderId, rating, text });
  }
  const review = async (rating: number, text: string) => (await completeOrder())(rating, text);

  test('buyer reviews are on the farm page and on its product pages, as escaped text', async () => {
    await review(5, 'Very fresh');
    await review(4, '<b>Crisp</b> & sweet');
    for (const { html } of [
      await open(`/farm/${farm.id}`),
      await numberedPages(productPage, market)(`/market/${product.id}`),
    ]) {
      for (const text of ['4.5 out of 5.0', 'Very fresh', '&lt;b&gt;Crisp&lt;/b&gt; &amp; sweet'])
        expect(renderedHtml(html)).toContain(text);
      expect(html).not.toContain('<b>');
    }
  });

  type Search = Market['services']['catalogueReads']['search'];
  const servicesWith = (search: Search) => {
    const catalogueReads = { ...services.catalogueReads, search };
    return { services: { ...services, catalogueReads } };
  };

  test('buyer reviews are cached with the page, and a new review appears at once', async () => {
    const rate = await completeOrder();
    let counted = 0;
    const { search } = services.catalogueReads;
    const openCounted = pagesOf(
      servicesWith((...given) => {
        counted += 1;
        return search(...given);
      }),
    );
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

  test('buyer reviews are left out if they cannot be read, and that page is not cached', async () => {
    await review(5, 'Very fresh');
    let isDown = true;
    const { search } = services.catalogueReads;
    const failing = servicesWith((...given) =>
      isDown ? Promise.reject(new Error('too many searches')) : search(...given),
    );
    for (const [path, openThere] of [
      [`/farm/${farm.id}`, pagesOf(failing)],
      [`/market/${product.id}`, numberedPages(productPage, failing)],
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

describe('a farm page with more products than fit', () => {
  givenMarket();

  test('links to its next page, and that back; a damaged link leads to the farm', async () => {
    const { id } = await makeFarm();
    for (let index = 0; index <= PAGE_SIZE; index++)
      await makeProduct({ id }, { name: `Crate ${index} of kale` });
    const first = renderedHtml((await pagesOf(market)(`/farm/${id}`)).html);
    expect(first).toContain(`Crate ${PAGE_SIZE} of kale`);
    expect(first).not.toContain('Crate 0 of kale');
    const next = linkIn(first, 'next') ?? '';
    expect(next.startsWith(`/farm/${id}?after=`)).toBe(true);
    const { html } = await pagesOf(market)(next);
    expect(html).toContain(`<link rel="canonical" href="https://soko.example/farm/${id}" />`);
    const second = renderedHtml(html);
    for (const shown of ['Crate 0 of kale', `href="/farm/${id}"`]) expect(second).toContain(shown);
    expect(second).not.toContain('Crate 1 of kale');
    expect(linkIn(second, 'next')).toBeUndefined();
    const twoCursors = renderedHtml((await pagesOf(market)(`/farm/${id}?after=a&after=b`)).html);
    expect(twoCursors).toContain(`Crate ${PAGE_SIZE} of kale`);
    for (const after of ['damaged', 'WyJyZXZpZXdzIiwxXQ', 'x'.repeat(5000)]) {
      const { status, headers } = await pagesOf(market)(`/farm/${id}?after=${after}`);
      expect([status, headers.get('location')]).toEqual([302, `/farm/${id}`]);
    }
  });
});
