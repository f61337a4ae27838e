import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { AT_THE_FARM } from '#tests/e2e/pages/checkout-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const widths = [360, 1440] as const;
const heights = { 360: 800, 1440: 900 };

type Shift = { value: number; moved: string[] };
type Watched = { shifts: Shift[]; drawn: Element[] };

/** Records layout shifts, except right after a press, and the elements that the server rendered. */
async function watchShifts(context: BrowserContext) {
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    addEventListener(
      'readystatechange',
      () =>
        Object.assign(window, {
          drawn: Array.from(document.querySelectorAll('h1, form, select[name=sort]')),
        }),
      {
        capture: true,
        once: true,
      },
    );
    new PerformanceObserver((list) => {
      // TypeScript's library lacks this type.
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element }[];
      }[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'gone'),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page and waits until React runs it and the network is idle. */
async function openRunning(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' });
  const isRunning = () =>
    Object.keys(document.querySelector('#root [data-page]') ?? {}).some((key) =>
      key.startsWith('__react'),
    );
  await expect.poll(() => page.evaluate(isRunning)).toBe(true);
  // The same elements are still there, so nothing was discarded and rendered again.
  const kept = () => (window as unknown as Watched).drawn.map(({ isConnected }) => isConnected);
  const drawn = await page.evaluate(kept);
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn).not.toContain(false);
}

async function expectStill(page: Page) {
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(0.02);
}

/** Orders, completes and rates the first product of a farm. */
async function review(
  request: APIRequestContext,
  { token, ids }: { token: string; ids: number[] },
  buyer: string,
) {
  const lines = [{ productId: ids[0], quantity: 2 }];
  await call(request, buyer, { path: 'buyer.cart.add', input: { lines } });
  const order = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
  const placed = await call(request, buyer, {
    path: 'buyer.orders.place',
    input: { idempotencyKey: uniqueWord(), order },
  });
  const orderId: number = placed.orders[0].id;
  await call(request, token, { path: 'farmer.orders.confirm', input: { orderId } });
  await call(request, token, { path: 'farmer.orders.dispatch', input: { orderId } });
  const headers = { authorization: `Bearer ${buyer}` };
  const { handoverCode } = (
    await (await request.get(`/api/buyer/orders/${orderId}`, { headers })).json()
  ).order;
  await call(request, token, { path: 'farmer.orders.complete', input: { orderId, handoverCode } });
  await call(request, buyer, {
    path: 'buyer.orders.rate',
    input: { orderId, rating: 4, text: 'Very fresh' },
  });
}

/** All visible elements with their positions. */
const layoutOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('#root *'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize } = getComputedStyle(element);
      return [element.tagName, x, y, width, height, color, backgroundColor, fontSize].join(' ');
    }),
  );

/** A page's first frame, before its script and the full stylesheet arrive. */
async function openFirstFrame(
  browser: Browser,
  path: string,
  { width, allStyles }: { width: 360 | 1440; allStyles: boolean },
) {
  const page = await browser.newPage({
    javaScriptEnabled: false,
    viewport: { width, height: heights[width] },
  });
  if (!allStyles) await page.route('**/assets/*.css', (route) => route.abort());
  await page.goto(path);
  return page;
}

test('a phone: the note that nothing is delivered to the place appears above a short list, which does not move', async ({
  request,
  accounts,
  page,
  context,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [{ name: `${word} kale` }, { name: `${word} beans` }]);
  await watchShifts(context);
  // Mombasa; the farms of these tests are in Nairobi.
  await context.addInitScript(() =>
    localStorage.setItem(
      'buyerPlace',
      JSON.stringify({ latitude: -4.04, longitude: 39.66, name: 'Mombasa' }),
    ),
  );
  await page.setViewportSize({ width: 360, height: 800 });
  await openRunning(page, `/market?search=${word}`);
  await expect(page.getByText(/^Collect: 4\d\d km/)).toBeVisible();
  await expectStill(page);
});

test('the language can be changed on a page whose URL sets one', async ({ page, context }) => {
  await watchShifts(context);
  await openRunning(page, '/market?category=fruits&language=sw');
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL('/market?category=fruits');
});

for (const width of widths) {
  test(`${width} px: a farm's reviews and further products hydrate as rendered, and the reviews are not requested again`, async ({
    request,
    accounts,
    page,
    context,
  }) => {
    const word = uniqueWord();
    const crates = Array.from({ length: 25 }, (_, index) => ({ name: `${word} crate ${index}` }));
    const farmOffers = await offer(request, accounts, crates);
    await review(request, farmOffers, (await accounts.buyer()).token);
    const asked: string[] = [];
    page.on(
      'request',
      (sent) => /farmReviews|farmRatings/.test(sent.url()) && asked.push(sent.url()),
    );
    await watchShifts(context);
    await page.setViewportSize({ width, height: heights[width] });
    await openRunning(page, `/market/${farmOffers.ids[0]}`);
    await expectStill(page);
    await expect(page.getByText('Very fresh')).toBeVisible();
    const farm = await page
      .getByRole('main')
      .locator('a[href^="/farm/"]')
      .first()
      .getAttribute('href');
    const list = await request.get('/trpc/market.products', {
      params: { input: `{"farmId":${farm?.replace(/\D/g, '')}}` },
    });
    const { nextCursor } = (await list.json()).result.data;
    for (const [path, count] of [
      [`${farm}`, 24],
      [`${farm}?after=${nextCursor}`, 1],
    ] as const) {
      await openRunning(page, path);
      await expectStill(page);
      await expect(page.getByRole('article')).toHaveCount(count);
      await expect(page.getByText('Very fresh')).toBeVisible();
    }
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'Back to the start of the list' }).click();
    await expect(page.getByRole('article')).toHaveCount(24);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('article')).toHaveCount(25);
  });

  test(`${width} px: rendered pages hydrate unchanged, for a visitor and for a buyer with a place and a cart`, async ({
    browser,
    request,
    accounts,
    dashboard,
    page,
    context,
  }) => {
    // Five pages, each opened four times.
    test.slow();
    const word = uniqueWord();
    const { ids } = await offer(request, accounts, [
      { name: `${word} kale`, isOrganic: true },
      { name: `${word} beans` },
    ]);
    await watchShifts(context);
    await page.setViewportSize({ width, height: heights[width] });
    await openRunning(page, `/market/${ids[0]}`);
    const farm = await page
      .getByRole('main')
      .locator('a[href^="/farm/"]')
      .first()
      .getAttribute('href');
    // Parameters that others add to a link change nothing on the page.
    const paths = [
      '/market',
      '/market?language=en&utm_source=group',
      `/market?search=${word}&sort=price`,
      `/market/${ids[0]}`,
      String(farm),
    ];
    for (const path of paths) {
      await openRunning(page, path);
      await expectStill(page);
    }

    const buyer = await accounts.buyer();
    await call(request, buyer.token, {
      path: 'buyer.cart.add',
      input: { lines: [{ productId: ids[0], quantity: 3 }] },
    });
    await dashboard.keepSession('buyer', buyer);
    await page.evaluate(
      (place) => localStorage.setItem('buyerPlace', JSON.stringify({ ...place, name: 'Nairobi' })),
      AT_THE_FARM,
    );
    for (const path of paths) {
      await openRunning(page, path);
      await expect(page.getByRole('link', { name: /Shopping Cart.*1/ }).first()).toBeVisible();
      await expectStill(page);
    }

    // The inlined styles alone render the page as the full stylesheet does. Another test may list a
    // product in between: then both are opened again.
    for (const path of paths) {
      await expect(async () => {
        const [first, whole] = [
          await openFirstFrame(browser, path, { width, allStyles: false }),
          await openFirstFrame(browser, path, { width, allStyles: true }),
        ];
        expect(await layoutOf(first)).toEqual(await layoutOf(whole));
        await Promise.all([first.close(), whole.close()]);
      }).toPass();
    }
  });
}
