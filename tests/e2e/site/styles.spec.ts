import type { Page } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const sitePaths = ['/', '/terms', '/privacy'];
const FONT_FILES = '**/assets/figtree-*.woff2';

/** The computed look of all elements. */
const lookOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('body *'), (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, fontSize, fontFamily, display } = getComputedStyle(element);
      const look = [color, backgroundColor, fontSize, fontFamily, display];
      return [element.tagName, x, y, width, height, ...look].join(' ');
    }),
  );

/** Adds the stylesheet of the screens, as opening one does. */
async function addScreenStyles(page: Page) {
  const shell = await (await page.request.get('/cart')).text();
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(shell) ?? [];
  await expect(page.locator(`link[href="${href}"]`)).toHaveCount(0);
  await page.addStyleTag({ url: href });
}

for (const width of [360, 1440])
  test(`${width} px: the stylesheet of the screens changes nothing on the site's own pages`, async ({
    page,
    request,
    accounts,
  }) => {
    await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    await page.setViewportSize({ width, height: 800 });
    // Transitions would change positions between the two looks.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const dashboard = new DashboardPage(page);
    const bell = page.getByRole('link', { name: /Notifications/ });
    const visit = async (path: string, { hasBell }: { hasBell: boolean }) => {
      // Then the landing page has its products too.
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(bell).toHaveCount(hasBell ? 1 : 0);
      await page.evaluate(() => document.fonts.ready);
      // Their menus, at every width.
      await page.evaluate(() => {
        for (const menu of document.querySelectorAll('details')) menu.open = true;
        document.body.getBoundingClientRect();
        for (const transition of document.getAnimations())
          if (transition instanceof CSSTransition) transition.finish();
      });
      const before = await lookOf(page);
      await addScreenStyles(page);
      expect(await lookOf(page), path).toEqual(before);
    };
    for (const path of sitePaths) await visit(path, { hasBell: false });
    await dashboard.keepSession('buyer', await accounts.buyer());
    for (const path of sitePaths) await visit(path, { hasBell: true });
  });

/** The browser's report of a layout shift, which TypeScript's DOM library lacks. */
type LayoutShift = { value: number; sources: { node: Node | null }[] };
type Shift = { value: number; moved: string[] };

const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[])
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) => node?.parentElement?.outerHTML ?? ''),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function expectNoShifts(page: Page) {
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(total, JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
}

test('nothing moves when the typeface of headings comes late, nor when the offers of a crop arrive', async ({
  page,
  request,
  accounts,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [{ name: `Nightshade ${word}` }]);
  await recordShifts(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/prices/nightshade');
  await expect(page.getByRole('link', { name: word })).toBeVisible();
  await expectNoShifts(page);

  let release = () => {};
  let held = Promise.resolve();
  await page.route(FONT_FILES, async (route) => {
    await held;
    await route.continue();
  });
  for (const path of ['/', '/market', '/login', '/prices/maize']) {
    held = new Promise((resolve) => {
      release = resolve;
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isLoaded = () => page.evaluate(() => document.fonts.check('800 20px Figtree'));
    // Without its stylesheet a page has no typeface to wait for.
    await expect.poll(isLoaded).toBe(false);
    release();
    await expect.poll(isLoaded).toBe(true);
    await expectNoShifts(page);
  }
});
