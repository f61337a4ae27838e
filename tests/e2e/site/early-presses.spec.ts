import { uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { holdScript, isRunning, keepsPresses, openHeld } from '#tests/e2e/pages/held-page.ts';
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

    release = await openHeld(page, list);
    await add('onions').click();
    await market.search.fill(`${word} beans`);
    await market.search.press('Enter');
    release();
    await expect(market.cards).toHaveCount(1);
    await expect(market.cards.first()).toContainText(`${word} beans`);
    await expect(page.getByRole('link', { name: /Shopping Cart.*4/ })).toBeVisible();

    release = await openHeld(page, list);
    await page.getByRole('button', { name: 'Filters' }).click();
    release();
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();

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

  test('presses on a product page count once each, in order', async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    const { ids } = await offer(
      request,
      accounts,
      ['kale', 'beans', 'maize'].map((crop) => ({ name: `${word} ${crop}` })),
    );
    const more = page.getByRole('button', { name: 'More', exact: true });
    let release = await openHeld(page, `/market/${ids[0]}`);
    for (let press = 0; press < 3; press++) await more.click();
    await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    release();
    await expect(page.getByText('4 kg').first()).toBeVisible();
    await expect(page.getByText(/4 kg.*cart/).first()).toBeVisible();

    // A later press comes after the recorded ones.
    release = await openHeld(page, `/market/${ids[1]}`);
    await more.click();
    await page.evaluate(() => {
      const add = [...document.querySelectorAll('button')].find((button) =>
        button.textContent.startsWith('Add to Cart'),
      );
      addEventListener('pageruns', () => add?.click());
    });
    release();
    await expect(page.getByText(/2 kg .*in your cart/)).toBeVisible();

    // React has hydrated the page, and presses are still recorded.
    await page.addInitScript(() => {
      addEventListener('pageruns', () =>
        document.querySelector<HTMLElement>('button[aria-label="More"]')?.click(),
      );
    });
    await page.goto(`/market/${ids[2]}`);
    await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
    await more.click();
    await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('3');
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

  test('links, the search form and the scroll position need no script, and a county is kept', async ({
    page,
    request,
    accounts,
  }) => {
    const word = uniqueWord();
    const crates = Array.from({ length: 12 }, (_, at) => ({ name: `${word} crate ${at}.` }));
    const { ids } = await offer(request, accounts, crates);
    const market = new MarketPage(page);
    let release = await openHeld(page, `/market?search=${word}`);
    await page.evaluate(() => scrollTo(0, 600));
    release();
    await isRunning(page);
    expect(await page.evaluate(() => scrollY)).toBe(600);

    await openHeld(page, '/market');
    await market.search.fill(`${word} crate 7.`);
    await market.search.press('Enter');
    await market.link(`${word} crate 7.`).click();
    await expect(page).toHaveURL(`/market/${ids[7]}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${word} crate 7.`);

    release = await openHeld(page, '/prices/tomato');
    await page.getByRole('combobox', { name: 'County' }).selectOption('Nakuru');
    release();
    await expect(page).toHaveURL('/prices/tomato?county=Nakuru');
    await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue('Nakuru');
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
