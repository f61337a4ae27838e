import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { MarketPage, offer, uniqueWord } from './pages/market-page.ts';

/** Holds back the page's own script, as a slow line does, until it is released. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/base-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a page that cannot run yet, but keeps presses. */
async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await holdScript(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('presses-kept').length > 0 && document.readyState !== 'loading');
  return release;
}

test.describe('what is pressed and typed before the page runs is done when it does', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('"Add to Cart" on two cards', { tag: '@journey' }, async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [{ name: `${word} kale` }, { name: `${word} beans` }, { name: `${word} maize` }]);
    const market = new MarketPage(page);
    const release = await openHeld(page, `/market?search=${word}`);
    const pressed = market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' });
    await pressed.click();
    await expect(pressed).toHaveAttribute('data-pressed');
    await market.card(`${word} beans`).getByRole('button', { name: 'Add to Cart' }).click();
    release();
    await expect(page.getByRole('link', { name: /Shopping Cart.*2/ })).toBeVisible();
    for (const name of ['kale', 'beans']) {
      await expect(market.card(`${word} ${name}`).getByRole('group')).toContainText('1');
    }
    await expect(market.card(`${word} maize`).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);
  });

  test('the filters open', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [{ name: `${word} kale` }]);
    const release = await openHeld(page, `/market?search=${word}`);
    await page.getByRole('button', { name: 'Filters' }).click();
    release();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  });

  test('words and the order of the list', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [
      { name: `${word} kale`, price: 200 },
      { name: `${word} beans`, price: 100 },
    ]);
    const market = new MarketPage(page);
    const release = await openHeld(page, '/market');
    await market.search.fill(word);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    release();
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    await expect(page).toHaveURL(/sort=price/);
    await expect(market.cards).toHaveCount(2);
    await expect(market.cards.first()).toContainText(`${word} beans`);
    await expect(market.search).toHaveValue(word);
  });

  test('the quantity on a product, three presses of which count three', async ({ page, request, accounts }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    const release = await openHeld(page, `/market/${ids[0]}`);
    const more = page.getByRole('button', { name: 'More', exact: true });
    for (let press = 0; press < 3; press++) await more.click();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    release();
    await expect(page.getByText('4 kg').first()).toBeVisible();
    await expect(page.getByText(/4 kg.*cart/).first()).toBeVisible();
  });

  test('and what is pressed while that is done comes after it', async ({ page, request, accounts }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    const release = await openHeld(page, `/market/${ids[0]}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.evaluate(() => {
      const add = [...document.querySelectorAll('button')].find((button) => button.textContent.startsWith('Add to Cart'));
      addEventListener('pageruns', () => add?.click());
    });
    release();
    await expect(page.getByText(/2 kg .*in your cart/)).toBeVisible();
  });

  test('a press in the moment in which the page begins to run counts once', async ({ page, request, accounts }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    // React has taken the page over, and presses are still kept.
    await page.addInitScript(() => {
      addEventListener('pageruns', () => document.querySelector<HTMLElement>('button[aria-label="More"]')?.click());
    });
    await page.goto(`/market/${ids[0]}`);
    await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('3');
  });

  test('"Show password" at a login', async ({ page }) => {
    const release = await openHeld(page, '/loginF');
    await page.getByRole('button', { name: 'Show password' }).click();
    release();
    await expect(page.locator('input[name=password]')).toHaveAttribute('type', 'text');
  });

  for (const path of ['/login', '/loginF', '/signup', '/signupFarmer', '/forgot-password'])
    test(`a form at ${path}, none of which is written into the address`, async ({ page }) => {
      const release = await openHeld(page, path);
      const email = page.getByLabel('Email', { exact: false }).first();
      await email.fill('asha');
      for (const password of await page.locator('input[name=password]').all()) await password.fill('Green-maize-2026');
      await email.press('Enter');
      await expect(page).toHaveURL(path);
      release();
      // Signing up waits for the agreement to the terms.
      if (!path.startsWith('/signup')) await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      await page.waitForFunction(() => performance.getEntriesByName('page-running').length > 0);
      await expect(email).toHaveValue('asha');
      await expect(page).toHaveURL(path);
    });

  test('Retry, where a part of the page could not be loaded', async ({ browser, baseURL }) => {
    // A page of its own, because this one's console is not quiet.
    const own = await browser.newContext({ ...(baseURL && { baseURL }) });
    const page = await own.newPage();
    await page.route('**/assets/market-*.js', (route) => route.abort());
    await page.goto('/market');
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await page.unroute('**/assets/market-*.js');
    await retry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fresh from the farm' })).toBeAttached();
    await own.close();
  });

  test('links and the search form need no script', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    const { ids } = await offer(request, accounts, [{ name: `${word} kale` }]);
    const market = new MarketPage(page);
    await openHeld(page, '/market');
    await market.search.fill(word);
    await market.search.press('Enter');
    await expect(market.cards).toHaveCount(1);
    await market.link(`${word} kale`).click();
    await expect(page).toHaveURL(`/market/${ids[0]}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} kale`);
  });

  test('Back after a reload leads to the list before, although the address of that list was never loaded', async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    await offer(request, accounts, [{ name: `${word} kale` }, { name: `${word} mango`, category: 'Fruits' }]);
    const market = new MarketPage(page);
    await page.goto(`/market?search=${word}`);
    await page.waitForFunction(() => performance.getEntriesByName('page-running').length > 0);
    await market.category('Fruits').click();
    await expect(market.cards).toHaveCount(1);
    const release = await holdScript(page);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('presses-kept').length > 0 && document.readyState !== 'loading',
    );
    await page.goBack({ waitUntil: 'commit' });
    // Without its script, the page of this address has come from the server.
    await expect(market.cards).toHaveCount(2);
    release();
    await page.waitForFunction(() => performance.getEntriesByName('page-running').length > 0);
    await expect(page).toHaveURL(`/market?search=${word}`);
    await expect(market.cards).toHaveCount(2);
  });
});
