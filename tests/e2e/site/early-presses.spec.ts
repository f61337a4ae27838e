import { uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdScript, isRunning, keepsPresses, openHeld } from '#tests/e2e/pages/held-page.ts';
import { MarketPage, offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.describe('presses and typing before the page runs take effect once it does', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('"Add to Cart" on two cards', { tag: '@journey' }, async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [
      { name: `${word} kale` },
      { name: `${word} beans` },
      { name: `${word} maize` },
    ]);
    const market = new MarketPage(page);
    const release = await openHeld(page, `/market?search=${word}`);
    const pressed = market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' });
    await pressed.click();
    await expect(pressed).toHaveAttribute('data-pressed');
    await market.card(`${word} beans`).getByRole('button', { name: 'Add to Cart' }).click();
    release();
    await expect(page.getByRole('link', { name: /Shopping Cart.*2/ })).toBeVisible();
    for (const name of ['kale', 'beans']) {
      const quantity = market.card(`${word} ${name}`).getByRole('group').getByRole('textbox');
      await expect(quantity).toHaveValue('1');
    }
    await expect(
      market.card(`${word} maize`).getByRole('button', { name: 'Add to Cart' }),
    ).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);
  });

  test('a press on a part whose code comes after the page runs', async ({
    page,
    request,
    accounts,
  }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    const release = await holdScript(page, 'product-delivery');
    await page.goto(`/market/${ids[0]}`, { waitUntil: 'commit' });
    await isRunning(page);
    const pressed = page.getByRole('button', { name: 'Set your place' });
    await pressed.click();
    await expect(pressed).toHaveAttribute('data-pressed');
    release();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);
  });

  test('before a link is followed', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [{ name: `${word} kale` }]);
    const market = new MarketPage(page);
    const release = await openHeld(page, `/market?search=${word}`);
    await market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }).click();
    await page.getByRole('link', { name: /Shopping Cart/ }).click();
    release();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('main')).toContainText(`${word} kale`);
  });

  test('before a search is typed', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [{ name: `${word} kale` }, { name: `${word} beans` }]);
    const market = new MarketPage(page);
    const release = await openHeld(page, `/market?search=${word}`);
    await market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }).click();
    await market.search.fill(`${word} beans`);
    await market.search.press('Enter');
    release();
    await expect(market.cards).toHaveCount(1);
    await expect(market.cards.first()).toContainText(`${word} beans`);
    await expect(page.getByRole('link', { name: /Shopping Cart.*1/ })).toBeVisible();
  });

  test('opening the filters', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(request, accounts, [{ name: `${word} kale` }]);
    const release = await openHeld(page, `/market?search=${word}`);
    await page.getByRole('button', { name: 'Filters' }).click();
    release();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
  });

  test('search words and sort order', async ({ page, request, accounts }) => {
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

  test('a county on a crop page', async ({ page }) => {
    const release = await openHeld(page, '/prices/tomato');
    await page.getByRole('combobox', { name: 'County' }).selectOption('Nakuru');
    release();
    await expect(page).toHaveURL('/prices/tomato?county=Nakuru');
    await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue('Nakuru');
  });

  test('the quantity on a product page, where three presses count three', async ({
    page,
    request,
    accounts,
  }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    const release = await openHeld(page, `/market/${ids[0]}`);
    const more = page.getByRole('button', { name: 'More', exact: true });
    for (let press = 0; press < 3; press++) await more.click();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    release();
    await expect(page.getByText('4 kg').first()).toBeVisible();
    await expect(page.getByText(/4 kg.*cart/).first()).toBeVisible();
  });

  test('in order, with later presses after the earlier ones', async ({
    page,
    request,
    accounts,
  }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    const release = await openHeld(page, `/market/${ids[0]}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.evaluate(() => {
      const add = [...document.querySelectorAll('button')].find((button) =>
        button.textContent.startsWith('Add to Cart'),
      );
      addEventListener('pageruns', () => add?.click());
    });
    release();
    await expect(page.getByText(/2 kg .*in your cart/)).toBeVisible();
  });

  test('a press just as the page starts to run counts once', async ({
    page,
    request,
    accounts,
  }) => {
    const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    // React has hydrated the page, and presses are still recorded.
    await page.addInitScript(() => {
      addEventListener('pageruns', () =>
        document.querySelector<HTMLElement>('button[aria-label="More"]')?.click(),
      );
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
    test(`a form at ${path}, with nothing of it in the URL`, async ({ page }) => {
      const release = await openHeld(page, path);
      const email = page.getByLabel('Email', { exact: false }).first();
      await email.fill('asha');
      for (const password of await page.locator('input[name=password]').all())
        await password.fill('Green-maize-2026');
      await email.press('Enter');
      await expect(page).toHaveURL(path);
      release();
      // Signing up requires accepting the terms.
      if (!path.startsWith('/signup'))
        await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      await isRunning(page);
      await expect(email).toHaveValue('asha');
      await expect(page).toHaveURL(path);
    });

  test("a buyer's signup, whose button is enabled only with the terms", async ({
    page,
    buyerSignup,
    codeScreen,
  }) => {
    const email = uniqueEmail('early');
    const release = await openHeld(page, '/signup');
    await buyerSignup.fill(email);
    await buyerSignup.confirmPassword.press('Enter');
    release();
    await codeScreen.isOpenFor(email);
  });

  test('a press in a part of the page whose code loads later', async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    await offer(request, accounts, [
      { name: `${word} kale` },
      { name: `${word} beans`, isOrganic: true },
    ]);
    const market = new MarketPage(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const releasePart = await holdScript(page, 'filter-panel');
    const release = await openHeld(page, `/market?search=${word}&organic=true`);
    const clear = page.getByRole('button', { name: 'Clear all filters' });
    await clear.click();
    release();
    await isRunning(page);
    // Other presses are handled meanwhile.
    await market.card(`${word} beans`).getByRole('button', { name: 'Add to Cart' }).click();
    const quantity = market.card(`${word} beans`).getByRole('group').getByRole('textbox');
    await expect(quantity).toHaveValue('1');
    await expect(clear).toHaveAttribute('data-pressed');
    releasePart();
    await expect(page).toHaveURL('/market');
    await expect(clear).toBeHidden();
  });

  test('the scroll position is kept', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    await offer(
      request,
      accounts,
      Array.from({ length: 12 }, (_, index) => ({ name: `${word} crate ${index}` })),
    );
    const release = await openHeld(page, `/market?search=${word}`);
    await page.evaluate(() => scrollTo(0, 600));
    release();
    await isRunning(page);
    expect(await page.evaluate(() => scrollY)).toBe(600);
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

  test("Back after a reload leads to the previous list, although that list's URL was never loaded", async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    await offer(request, accounts, [
      { name: `${word} kale` },
      { name: `${word} mango`, category: 'Fruits' },
    ]);
    const market = new MarketPage(page);
    await page.goto(`/market?search=${word}`);
    await isRunning(page);
    await market.category('Fruits').click();
    await expect(market.cards).toHaveCount(1);
    const release = await holdScript(page);
    await page.reload({ waitUntil: 'commit' });
    await keepsPresses(page);
    await page.goBack({ waitUntil: 'commit' });
    // Without its script, the page at this URL came from the server.
    await expect(market.cards).toHaveCount(2);
    release();
    await isRunning(page);
    await expect(page).toHaveURL(`/market?search=${word}`);
    await expect(market.cards).toHaveCount(2);
  });
});
