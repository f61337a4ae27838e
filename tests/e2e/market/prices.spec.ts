import { request as requests } from 'playwright/test';
import { createAccounts } from '#tests/e2e/accounts.ts';
import { createDemoMailbox, startDemo } from '#tests/e2e/demo-server.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { isRunning, openHeld } from '#tests/e2e/pages/held-page.ts';

// Only the demo has a year of prices.
test.describe('prices', () => {
  test.describe.configure({ mode: 'serial' });
  let demo: Awaited<ReturnType<typeof startDemo>>;
  test.beforeAll(async ({ request }) => {
    test.setTimeout(240_000);
    demo = await startDemo();
    // The first roll-up starts with the server.
    await expect
      .poll(
        async () =>
          (await (await request.get(`${demo.url}/api/prices/movers?days=90`)).json()).movers.length,
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(0);
  });
  test.afterAll(() => demo?.stop());

  for (const { viewport, colorScheme } of [
    { viewport: { width: 360, height: 800 }, colorScheme: 'light' },
    { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  ] as const)
    test(`${viewport.width} px, ${colorScheme}: the overview leads to a crop by search, and the crop is read by county and keyboard`, async ({
      page,
      expectNoAxeViolations,
    }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(`${demo.url}/prices`, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1, name: 'Market prices' })).toBeVisible();
      await expect(page.getByRole('img', { name: /Map of Kenya/ })).toBeVisible();
      await expectNoAxeViolations();
      await page.getByRole('searchbox', { name: 'Find the price of a crop' }).fill('nyanya');
      await page.getByRole('button', { name: 'Find' }).click();
      await expect(page).toHaveURL(/\/prices\/tomato$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Tomatoes' })).toBeVisible();
      await expect(page.getByText(/^Tomatoes in Kenya: KES \d+ a kg/)).toBeVisible();

      const week = page.getByRole('slider', { name: 'Read one week' });
      const reading = await week.getAttribute('aria-valuetext');
      await week.focus();
      await week.press('ArrowLeft');
      await expect(week).not.toHaveAttribute('aria-valuetext', reading ?? '');
      await expect(
        page.getByRole('table', { name: /In KES for a kilogram/ }).getByRole('row'),
      ).not.toHaveCount(1);

      const county = page
        .getByRole('table', { name: 'Tomatoes by county' })
        .getByRole('link')
        .first();
      const name = await county.textContent();
      await county.click();
      await expect(page.getByText(new RegExp(`^Tomatoes in ${name}: KES \\d+ a kg`))).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue(name ?? '');
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await expectNoAxeViolations();
    });

  test('crops are suggested while typing, in any language and despite misspelling, and a crop chosen before the page runs stays chosen', async ({
    page,
  }) => {
    await page.goto(`${demo.url}/prices`, { waitUntil: 'networkidle' });
    const search = page.getByRole('searchbox', { name: 'Find the price of a crop' });
    await search.pressSequentially('sukum');
    const kale = page.getByRole('search').getByRole('link', { name: 'Kale' });
    await expect(kale).toBeVisible();
    await search.press('Escape');
    await expect(kale).toBeHidden();
    await search.fill('tomatoe');
    await page.getByRole('search').getByRole('link', { name: 'Tomatoes', exact: true }).click();
    await expect(page).toHaveURL(/\/prices\/tomato$/);

    const release = await openHeld(page, `${demo.url}/prices`);
    const crop = page.getByRole('combobox', { name: 'Crop on the map' });
    await crop.selectOption('kale');
    release();
    await isRunning(page);
    await expect(crop).toHaveValue('kale');
  });

  test('a crop links to its products on sale, and a product to the same crop from other farms and to its prices', async ({
    page,
  }) => {
    await page.goto(`${demo.url}/prices/tomato`);
    await expect(page.getByRole('heading', { name: 'On sale now' })).toBeVisible();
    const offers = page.getByRole('article');
    await expect(offers.first()).toBeVisible();
    const farm = await offers.first().getByRole('link', { name: /./ }).last().textContent();
    await offers.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/market\/\d+/);
    const others = page.getByRole('heading', { name: 'Tomatoes from other farms' });
    await expect(async () => {
      await page.mouse.wheel(0, 4000);
      await expect(others).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(offers.first()).toBeVisible();
    await expect(offers.filter({ hasText: farm ?? '' })).toHaveCount(0);
    const another = offers.first().getByRole('link').first();
    const address = page.url();
    // The router records a position only after its scroll event, which comes before the next frame.
    await another.scrollIntoViewIfNeeded();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await another.click();
    await expect(page).not.toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(another).toBeInViewport();
    await page.getByRole('link', { name: 'What it costs elsewhere' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Tomatoes' })).toBeVisible();
  });

  test('a buyer sets an alert, finds it among the notifications and removes it; a visitor logs in first', async ({
    browser,
  }) => {
    const request = await requests.newContext({ baseURL: demo.url });
    const context = await browser.newContext({ baseURL: demo.url });
    const page = await context.newPage();
    const alert = page.getByText('Tell me when it is cheaper');
    await page.goto('/prices/tomato');
    await alert.click();
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login?redirect=%2Fprices%2Ftomato',
    );
    const account = await createAccounts(request, createDemoMailbox(request)).buyer();
    await new DashboardPage(page).keepSession('buyer', account);
    await page.goto('/prices/tomato');
    await alert.click();
    await page.getByRole('spinbutton', { name: 'Below (KES per kg)' }).fill('40');
    await page.getByRole('button', { name: 'Tell me' }).click();
    await expect(page.getByText('We will tell you.')).toBeVisible();
    await page.goto('/notifications');
    await expect(
      page.getByRole('link', { name: 'Tomatoes in Kenya under KES 40 a kg' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Remove: Tomatoes in Kenya under KES 40 a kg' }).click();
    await expect(page.getByRole('heading', { name: 'Price alerts' })).toBeHidden();
    await context.close();
    await request.dispose();
  });

  test('without JavaScript the prices can be read, searched and chosen, and the sitemap lists them', async ({
    browser,
    request,
  }) => {
    const page = await browser.newPage({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    });
    await page.goto(`${demo.url}/prices`);
    await page.getByRole('searchbox').fill('nyanya');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(page).toHaveURL(/\/prices\/tomato$/);
    await expect(page.getByText(/^Tomatoes in Kenya: KES \d+ a kg/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Chart: Tomatoes in Kenya/ })).toBeVisible();
    const name =
      (await page
        .getByRole('table', { name: 'Tomatoes by county' })
        .getByRole('link')
        .first()
        .textContent()) ?? '';
    await page.getByRole('combobox', { name: 'County' }).selectOption(name);
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/county=/);
    await expect(page.getByText(new RegExp(`^Tomatoes in ${name}: KES \\d+ a kg`))).toBeVisible();
    await page.close();
    const sitemap = await (await request.get(`${demo.url}/sitemap.xml`)).text();
    expect(sitemap).toContain('/prices/tomato</loc>');
  });
});
