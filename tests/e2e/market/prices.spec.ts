import { expect, heading, link, press, shows, test } from '#tests/e2e/fixtures.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';

// Only the demo has a year of prices.
test.describe('prices', () => {
  test.describe.configure({ mode: 'serial' });
  const own = useOwnDemo();
  test.beforeAll(async () => {
    const countMovers = async () =>
      (await (await own.request.get('/api/prices/movers?days=90')).json()).movers.length;
    // The first roll-up starts with the server.
    await expect.poll(countMovers, { timeout: 60_000 }).toBeGreaterThan(0);
  });

  test('the overview leads to a crop by search, and the crop is read by county and keyboard', async ({
    page,
    expectAccessible,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${own.demo.url}/prices`, { waitUntil: 'networkidle' });
    await shows(heading(page, 'Market prices', 1));
    await shows(page.getByRole('img', { name: /^Map: price of/ }));
    await expectAccessible();
    await page.getByRole('searchbox', { name: 'Find the price of a crop' }).fill('tomatoe');
    await page.getByRole('search').getByRole('link', { name: 'Tomatoes', exact: true }).click();
    await expect(page).toHaveURL(/\/prices\/tomato$/);
    await shows(heading(page, 'Tomatoes', 1));
    await shows(page, /^Tomatoes in Kenya: KES \d+ per kg/);

    const week = page.getByRole('slider', { name: 'Read one week' });
    const reading = await week.getAttribute('aria-valuetext');
    await week.focus();
    await week.press('ArrowLeft');
    await expect(week).not.toHaveAttribute('aria-valuetext', reading ?? '');
    const tables = page.getByText('All figures as a table');
    for (const table of await tables.all()) await table.click();
    const weeks = page.getByRole('table', { name: /KES per kg/ });
    await expect(weeks.getByRole('row')).not.toHaveCount(1);

    const counties = page.getByRole('table', { name: 'Tomatoes by county' });
    const county = counties.getByRole('link').first();
    const name = await county.textContent();
    await county.click();
    await shows(page, new RegExp(`^Tomatoes in ${name}: KES \\d+ per kg`));
    await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue(name ?? '');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await expectAccessible();
  });

  test('a crop links to its products on sale, and a product to the same crop from other farms and to its prices; the sitemap has it', async ({
    page,
  }) => {
    await page.goto(`${own.demo.url}/prices/tomato`);
    await shows(heading(page, 'On sale now'));
    const offers = page.getByRole('article');
    await shows(offers.first());
    const farm = await offers.first().locator('.product-card-origin > span').first().textContent();
    await offers.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/market\/\d+/);
    const others = heading(page, 'Tomatoes from other farms');
    await expect(async () => {
      await page.mouse.wheel(0, 4000);
      await expect(others).toBeVisible({ timeout: 1000 });
    }).toPass();
    await shows(offers.first());
    await expect(offers.filter({ hasText: farm ?? '' })).toHaveCount(0);
    await page.getByRole('main').getByText('More', { exact: true }).click();
    await link(page, 'What it costs elsewhere').click();
    await shows(heading(page, 'Tomatoes', 1));
    const sitemap = await (await own.request.get('/sitemap.xml')).text();
    expect(sitemap).toContain('/prices/tomato</loc>');
  });

  test('a buyer sets an alert, finds it among the notifications and removes it; a visitor logs in first', async ({
    browser,
    page: visitor,
  }) => {
    await visitor.goto(`${own.demo.url}/prices/tomato`);
    const summary = 'Tell me when it is cheaper';
    await visitor.getByText(summary).click();
    await expect(visitor.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?redirect=%2Fprices%2Ftomato',
    );
    const account = await own.api.buyer();
    const { page, context } = await own.open(browser, { role: 'buyer', account });
    await page.goto('/prices/tomato');
    await page.getByText(summary).click();
    await page.getByRole('spinbutton', { name: 'Below (KES per kg)' }).fill('40');
    await press(page, 'Tell me');
    await shows(page, 'We will tell you.');
    await page.goto('/notifications/settings');
    const alert = 'Tomatoes in Kenya under KES 40 per kg';
    await shows(link(page, alert));
    await press(page, `Remove: ${alert}`);
    await expect(heading(page, 'Price alerts')).toBeHidden();
    await context.close();
  });
});
