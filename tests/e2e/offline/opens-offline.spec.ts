import { dayInNairobi } from '#rules/day.ts';
import { expect, heading, link, type Page, shows, test, uniqueWord } from '#tests/e2e/fixtures.ts';
import { appIsKept, editProduct, pageIsKept, setKeptAt } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

const offlineBanner = (page: Page) => page.getByText(/^No (internet )?connection\./).first();

test('visited market pages open offline, and say so', async ({ page, context, api }) => {
  const name = `${uniqueWord()} kale`;
  const { ids } = await api.offer([{ name }]);
  const paths = [`/market/${ids[0]}`, `/market?search=${name.split(' ')[0]}`];
  for (const path of paths) {
    await page.goto(path);
    await pageIsKept(page, path);
  }
  await appIsKept(page);
  await context.setOffline(true);
  await page.goto(`/market/${ids[0]}`);
  await shows(heading(page, name, 1));
  await shows(offlineBanner(page));
  await page.reload();
  await shows(heading(page, name, 1));
  await page.goto(`/market?search=${name.split(' ')[0]}`);
  await shows(page.getByRole('article').filter({ hasText: name }));
  // A page never visited: its screen says so, and only the banner that there is no connection.
  await page.goto('/market/999999');
  await shows(page, 'This page is not saved on this phone.');
  await shows(offlineBanner(page));
  await expect(page.getByText(/No internet connection|You are offline/)).toHaveCount(1);
  await page.goto('/terms');
  await shows(heading(page, 'You are offline', 1));
  for (const path of ['/no-such-page', '/no/such-page', '/terms?language=sw']) {
    await page.goto(path);
    await shows(heading(page, 'You are offline', 1));
    await expect(page).toHaveURL(path);
  }
  await link(page, 'Market').click();
  await expect(page).toHaveURL('/market');
  await context.setOffline(false);
  await page.goto('/terms');
  await shows(heading(page, 'Terms of use', 1));
});

test("a buyer's cart opens offline after one visit, in the language chosen last", async ({
  page,
  context,
  api,
  dashboard,
  buyer,
}) => {
  const name = `${uniqueWord()} kale`;
  const { ids } = await api.offer([{ name }]);
  await api.call(buyer.token, 'buyer.cart.add', { lines: [{ productId: ids[0], quantity: 1 }] });
  await page.goto('/buyer-dashboard');
  await expect(dashboard.bar).toBeAttached();
  await appIsKept(page);
  await context.setOffline(true);
  // A tab never opened, whose data came with the number in the header.
  await page.goto('/buyer-dashboard?tab=cart');
  await expect(page.getByRole('main')).toContainText(name);
  await shows(offlineBanner(page));

  await context.setOffline(false);
  await page.goto('/buyer-dashboard');
  await link(page, 'Kiswahili').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await page.goto('/terms');
  await shows(heading(page, 'Huna mtandao', 1));
});

test('a cached page is shown at once and then updated, without anything moving', async ({
  page,
  api,
}) => {
  const name = `${uniqueWord()} kale`;
  const { ids, token } = await api.offer([{ name, price: 85 }]);
  await page.goto(`/market/${ids[0]}`);
  await pageIsKept(page, `/market/${ids[0]}`);
  // Makes the copy some minutes old, but of today: yesterday's is not shown.
  const midnight = Date.parse(`${dayInNairobi(new Date())}T00:00:00+03:00`);
  const tenMinutesAgo = Math.max(Date.now() - 600_000, midnight);
  await setKeptAt(page, { keptAt: tenMinutesAgo, shownAt: tenMinutesAgo });
  await editProduct(api, token, { productId: ids[0], name, price: 99 });
  await page.addInitScript(() => {
    const moved = { total: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        moved.total += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // A slow phone, on which the answer arrives long before React hydrates the page.
  const phone = await page.context().newCDPSession(page);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.goto(`/market/${ids[0]}`);
  await expect(page.locator('html')).toHaveAttribute('data-kept-at', /\d+/);
  await shows(page.getByText('KES 99', { exact: false }).first());
  expect(
    await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total),
  ).toBeLessThan(0.01);
});
