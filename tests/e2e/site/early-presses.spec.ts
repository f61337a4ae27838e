import { uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdScript, isRunning, openHeld } from '#tests/e2e/pages/held-page.ts';
import { MarketPage, offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test.describe('before the page runs', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('presses and typing on the market take effect once it runs', async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    const crops = ['kale', 'beans', 'maize', 'onions', 'plums'];
    await offer(
      request,
      accounts,
      crops.map((crop, at) => ({ name: `${word} ${crop}`, price: 200 - at })),
    );
    const market = new MarketPage(page);
    const list = `/market?search=${word}`;
    const add = (crop: string) =>
      market.card(`${word} ${crop}`).getByRole('button', { name: 'Add to Cart' });

    let release = await openHeld(page, list);
    await add('kale').click();
    await expect(add('kale')).toHaveAttribute('data-pressed');
    await add('beans').click();
    release();
    await expect(page.getByRole('link', { name: /Shopping Cart.*2/ })).toBeVisible();
    for (const crop of ['kale', 'beans']) {
      const quantity = market.card(`${word} ${crop}`).getByRole('group').getByRole('textbox');
      await expect(quantity).toHaveValue('1');
    }
    await expect(add('maize')).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);

    release = await openHeld(page, list);
    await add('maize').click();
    await page.getByRole('link', { name: /Shopping Cart/ }).click();
    release();
    await expect(page).toHaveURL('/cart');
    await expect(page.getByRole('main')).toContainText(`${word} maize`);

    release = await openHeld(page, '/market');
    await market.search.fill(word);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    release();
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    await expect(page).toHaveURL(/sort=price/);
    await expect(market.cards).toHaveCount(5);
    await expect(market.cards.first()).toContainText(`${word} plums`);
    await expect(market.search).toHaveValue(word);
  });

  test('presses on a product page count once each', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    const { ids } = await offer(request, accounts, [{ name: `${word} kale` }]);
    const more = page.getByRole('button', { name: 'More', exact: true });
    const release = await openHeld(page, `/market/${ids[0]}`);
    for (let press = 0; press < 3; press++) await more.click();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    release();
    await expect(page.getByText('4 kg').first()).toBeVisible();
    await expect(page.getByText(/4 kg.*cart/).first()).toBeVisible();
  });

  test('forms keep what is typed, submit once they run, and write nothing into the URL', async ({
    page,
    buyerSignup,
    codeScreen,
  }) => {
    const paths = ['/login', '/loginF', '/signup', '/signupFarmer', '/forgot-password'];
    for (const path of paths) {
      const release = await openHeld(page, path);
      const email = page.getByLabel('Email', { exact: false }).first();
      await email.fill('asha');
      const passwords = page.locator('input[name=password]');
      for (const password of await passwords.all()) await password.fill('Green-maize-2026');
      const show = page.getByRole('button', { name: 'Show password' });
      if (path === '/loginF') await show.click();
      await email.press('Enter');
      await expect(page).toHaveURL(path);
      release();
      // Signing up requires accepting the terms.
      if (!path.startsWith('/signup'))
        await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      await isRunning(page);
      await expect(email).toHaveValue('asha');
      await expect(page).toHaveURL(path);
      if (path === '/loginF') await expect(passwords).toHaveAttribute('type', 'text');
    }

    const email = uniqueEmail('early');
    const release = await openHeld(page, '/signup');
    await buyerSignup.fill(email);
    await buyerSignup.confirmPassword.press('Enter');
    release();
    await codeScreen.isOpenFor(email);
  });

  test('a press on a part waits for its code, and other presses are handled meanwhile', async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    const { ids } = await offer(request, accounts, [
      { name: `${word} kale` },
      { name: `${word} beans`, isOrganic: true },
    ]);
    let releasePart = await holdScript(page, 'product-delivery');
    await page.goto(`/market/${ids[0]}`, { waitUntil: 'commit' });
    await isRunning(page);
    const place = page.getByRole('button', { name: 'Set your place' });
    await place.click();
    await expect(place).toHaveAttribute('data-pressed');
    releasePart();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('[data-pressed]')).toHaveCount(0);

    const market = new MarketPage(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    releasePart = await holdScript(page, 'filter-panel');
    const release = await openHeld(page, `/market?search=${word}&organic=true`);
    const clear = page.getByRole('button', { name: 'Clear all filters' });
    await clear.click();
    release();
    await isRunning(page);
    await market.card(`${word} beans`).getByRole('button', { name: 'Add to Cart' }).click();
    const quantity = market.card(`${word} beans`).getByRole('group').getByRole('textbox');
    await expect(quantity).toHaveValue('1');
    await expect(clear).toHaveAttribute('data-pressed');
    releasePart();
    await expect(page).toHaveURL('/market');
    await expect(clear).toBeHidden();
  });

  test('the scroll position and a chosen county are kept', async ({ page, request, accounts }) => {
    const word = uniqueWord();
    const crates = Array.from({ length: 12 }, (_, at) => ({ name: `${word} crate ${at}` }));
    await offer(request, accounts, crates);
    let release = await openHeld(page, `/market?search=${word}`);
    await page.evaluate(() => scrollTo(0, 600));
    release();
    await isRunning(page);
    expect(await page.evaluate(() => scrollY)).toBe(600);
    release = await openHeld(page, '/prices/tomato');
    await page.getByRole('combobox', { name: 'County' }).selectOption('Nakuru');
    release();
    await expect(page).toHaveURL('/prices/tomato?county=Nakuru');
    await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue('Nakuru');
  });
});
