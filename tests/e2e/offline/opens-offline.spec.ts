import type { Page } from 'playwright/test';
import { dayInNairobi } from '#platform/rules/day.ts';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { appIsKept, editProduct, pageIsKept, setKeptAt } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

const offlineBanner = (page: Page) => page.getByText(/^(No internet connection|Offline)\./).first();

test('visited market pages open offline, and say so', async ({
  page,
  context,
  request,
  accounts,
}) => {
  const name = `${uniqueWord()} kale`;
  const { ids } = await offer(request, accounts, [{ name }]);
  const paths = [`/market/${ids[0]}`, `/market?search=${name.split(' ')[0]}`];
  for (const path of paths) {
    await page.goto(path);
    await pageIsKept(page, path);
  }
  await appIsKept(page);
  await context.setOffline(true);
  await page.goto(`/market/${ids[0]}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(offlineBanner(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goto(`/market?search=${name.split(' ')[0]}`);
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
  // A page never visited: its screen says so, and only the banner that there is no connection.
  await page.goto('/market/999999');
  await expect(page.getByText('Not opened on this phone before.')).toBeVisible();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByText(/No internet connection|You are offline/)).toHaveCount(1);
  // A page whose screen is not cached.
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible();
  // The same for an unknown URL, and for one whose language only the server could set.
  for (const path of ['/no-such-page', '/no/such-page', '/terms?language=sw']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await page.getByRole('link', { name: 'Market' }).click();
  await expect(page).toHaveURL('/market');
  await context.setOffline(false);
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible();
});

test("a buyer's cart opens offline after one visit, in the language chosen last", async ({
  page,
  context,
  request,
  accounts,
  dashboard,
}) => {
  const name = `${uniqueWord()} kale`;
  const { ids } = await offer(request, accounts, [{ name }]);
  const buyer = await accounts.buyer();
  await call(request, buyer.token, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId: ids[0], quantity: 1 }] },
  });
  await dashboard.keepSession('buyer', buyer);
  await page.goto('/buyer-dashboard');
  await expect(dashboard.bar).toBeAttached();
  await appIsKept(page);
  await context.setOffline(true);
  // A tab never opened, whose data came with the number in the header.
  await page.goto('/buyer-dashboard?tab=cart');
  await expect(page.getByRole('main')).toContainText(name);
  await expect(offlineBanner(page)).toBeVisible();

  await context.setOffline(false);
  await page.goto('/buyer-dashboard');
  await page.getByRole('link', { name: 'Kiswahili' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await page.goto('/terms');
  await expect(page.getByRole('heading', { name: 'Huna mtandao', level: 1 })).toBeVisible();
});

test('a cached page is shown at once and then updated, without anything moving', async ({
  page,
  request,
  accounts,
}) => {
  const name = `${uniqueWord()} kale`;
  const { ids, token } = await offer(request, accounts, [{ name, price: 85 }]);
  await page.goto(`/market/${ids[0]}`);
  await pageIsKept(page, `/market/${ids[0]}`);
  // Makes the copy some minutes old, but of today: yesterday's is not shown.
  const midnight = Date.parse(`${dayInNairobi(new Date())}T00:00:00+03:00`);
  const tenMinutesAgo = Math.max(Date.now() - 600_000, midnight);
  await setKeptAt(page, { keptAt: tenMinutesAgo, shownAt: tenMinutesAgo });
  await editProduct(request, token, { productId: ids[0], name, price: 99 });
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
  await expect(page.getByText('KES 99', { exact: false }).first()).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { moved: { total: number } }).moved.total),
  ).toBeLessThan(0.01);
});
