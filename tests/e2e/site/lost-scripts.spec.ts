import type { Page } from 'playwright/test';
import { test as base, expect } from '#tests/e2e/fixtures.ts';
import { isRunning, openHeld } from '#tests/e2e/pages/held-page.ts';

// A second page, because the console of the other must stay quiet.
const test = base.extend<{ noisyPage: Page }>({
  noisyPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      viewport: { width: 360, height: 800 },
    });
    await use(await context.newPage());
    await context.close();
  },
});

test('a script that did not load is reported in the language of the page, and loads on request', async ({
  noisyPage: page,
}) => {
  for (const [path, sentence, reload] of [
    ['/login', 'Part of this page has not come, so its buttons do nothing yet.', 'Reload'],
    ['/market?language=sw', 'Sehemu ya ukurasa huu haijafika', 'Pakia upya'],
  ] as const) {
    const release = await openHeld(page, path);
    const button = page.getByRole('main').getByRole('button').first();
    await button.click();
    await expect(button).toHaveAttribute('data-pressed');
    await expect(page.getByText(sentence)).toBeHidden();
    release({ isLost: true });
    await expect(page.getByRole('alert')).toContainText(sentence);
    await expect(button).not.toHaveAttribute('data-pressed');
    await page.unroute('**/assets/base-*.js');
    await page.getByRole('button', { name: reload }).click();
    await isRunning(page);
    await expect(page.getByText(sentence)).toBeHidden();
  }

  // A part of the page.
  await page.route('**/assets/market-*.js', (route) => route.abort());
  await page.goto('/market?language=en');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unroute('**/assets/market-*.js');
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fresh from the farm' })).toBeAttached();
});

test('typed text survives when something else has altered the page, which is then rendered again', async ({
  noisyPage: page,
}) => {
  const release = await openHeld(page, '/login');
  // As translation tools and password managers do.
  await page.evaluate(() => {
    const [heading, field] = [
      document.querySelector('h1'),
      document.querySelector('input[name=email]'),
    ];
    heading?.replaceChildren(
      Object.assign(document.createElement('font'), { textContent: 'Ingia' }),
    );
    field?.after(document.createElement('div'));
  });
  await page.getByLabel('Email', { exact: true }).fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Green-maize-2026');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyer Login' })).toBeVisible();
  await isRunning(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('asha@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Green-maize-2026');
});
