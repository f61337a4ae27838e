import {
  AT_THE_FARM,
  type Browser,
  type BrowserContext,
  expect,
  link,
  type Page,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';

const widths = [360, 1440] as const;
const heights = { 360: 800, 1440: 900 };

type Shift = { value: number; moved: string[] };
type Watched = { shifts: Shift[]; drawn: Element[] };

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

async function openRunning(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' });
  const isRunning = () =>
    Object.keys(document.querySelector('#root [data-page]') ?? {}).some((key) =>
      key.startsWith('__react'),
    );
  await expect.poll(() => page.evaluate(isRunning)).toBe(true);
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

const layoutOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('#root *'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize } = getComputedStyle(element);
      return [element.tagName, x, y, width, height, color, backgroundColor, fontSize].join(' ');
    }),
  );

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
  await page.goto(path, { waitUntil: 'load' });
  return page;
}

for (const width of widths)
  test(`${width} px: rendered pages hydrate unchanged, for a visitor and for a buyer with a place and a cart`, async ({
    browser,
    api,
    dashboard,
    page,
    context,
  }) => {
    test.slow();
    const word = uniqueWord();
    const crates = Array.from({ length: 25 }, (_, at) => ({
      name: `${word} crate ${at}`,
      isOrganic: at === 0,
    }));
    const { ids, token } = await api.offer(crates);
    const buyer = await api.buyer();
    await api.complete({ farmer: token, buyer: buyer.token, productId: ids[0] });
    const { farmId } = await api.ask('market.product', { productId: ids[0] });
    const { nextCursor } = await api.ask('market.cards', { farmId });
    const asked: string[] = [];
    page.on('request', (sent) => sent.url().includes('farmReviews') && asked.push(sent.url()));
    await watchShifts(context);
    await page.setViewportSize({ width, height: heights[width] });
    const paths = [
      '/market',
      `/market?search=${word}&sort=price`,
      `/market/${ids[0]}`,
      `/farm/${farmId}`,
      `/farm/${farmId}?after=${nextCursor}`,
    ];
    const counts = [24, 1];
    for (const path of paths) {
      await openRunning(page, path);
      await expectStill(page);
      if (path.includes(`/${ids[0]}`) || path.startsWith('/farm/')) await shows(page, 'Very fresh');
      if (path.startsWith('/farm/'))
        await expect(page.getByRole('article')).toHaveCount(counts.shift() ?? 0);
    }
    expect(asked).toEqual([]);

    await api.call(buyer.token, 'buyer.cart.put', { lines: [{ productId: ids[0], quantity: 3 }] });
    await dashboard.keepSession('buyer', buyer);
    await page.evaluate(
      (place) => localStorage.setItem('buyerPlace', JSON.stringify({ ...place, name: 'Nairobi' })),
      AT_THE_FARM,
    );
    for (const path of paths) {
      await openRunning(page, path);
      await shows(link(page, /Shopping Cart.*1/).first());
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
