import {
  test as base,
  button,
  expect,
  heading,
  MarketPage,
  type Page,
  press,
  shows,
  uniqueEmail,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';
import { isRunning, openHeld } from '#tests/e2e/pages/held-page.ts';

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
    ['/login', 'This page has not loaded completely. Reload it.', 'Reload'],
    ['/market?language=sw', 'Ukurasa haujafunguka wote.', 'Fungua upya'],
  ] as const) {
    const release = await openHeld(page, path);
    await expect(page.getByText(sentence)).toBeHidden();
    release({ isLost: true });
    await expect(page.getByRole('alert')).toContainText(sentence);
    await page.unroute('**/assets/base-*.js');
    await press(page, reload);
    await isRunning(page);
    await expect(page.getByText(sentence)).toBeHidden();
  }

  await page.route('**/assets/market-*.js', (route) => route.abort());
  await page.goto('/market?language=en');
  const retry = button(page, 'Retry');
  await shows(retry);
  await page.unroute('**/assets/market-*.js');
  await retry.click();
  await expect(heading(page, 'Fresh from the farm', 1)).toBeAttached();
});

test.describe('before the script comes', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('forms keep what is typed, and presses send nothing', async ({
    page,
    buyerSignup,
    codeScreen,
  }) => {
    for (const path of ['/login', '/loginF', '/signupFarmer', '/forgot-password']) {
      const release = await openHeld(page, path);
      const email = page.getByLabel('Email', { exact: false }).first();
      await email.fill('asha');
      const passwords = page.locator('input[name=password]');
      for (const password of await passwords.all()) await password.fill('Green-maize-2026');
      await email.press('Enter');
      await page.locator('form button[type=submit]').click();
      release();
      await isRunning(page);
      await expect(page).toHaveURL(path);
      await email.press('Enter');
      await shows(page, 'Please enter a valid email address');
      await expect(email).toHaveValue('asha');
    }
    const email = uniqueEmail('early');
    const release = await openHeld(page, '/signup');
    await buyerSignup.fill(email);
    await buyerSignup.confirmPassword.press('Enter');
    release();
    await isRunning(page);
    await expect(page).toHaveURL('/signup');
    await buyerSignup.confirmPassword.press('Enter');
    await codeScreen.isOpenFor(email);
  });

  test('the market keeps its search, its order and the scroll position', async ({ page, api }) => {
    const word = uniqueWord();
    await api.offer(
      Array.from({ length: 9 }, (_, at) => ({ name: `${word} crate ${at}`, price: 200 - at })),
    );
    const market = new MarketPage(page);
    let release = await openHeld(page, '/market');
    await market.search.fill(word);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    release();
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    await expect(page).toHaveURL(/sort=price/);
    await expect(market.cards.first()).toContainText(`${word} crate 8`);
    await expect(market.search).toHaveValue(word);

    release = await openHeld(page, `/market?search=${word}`);
    await market.cards.first().getByRole('button', { name: 'Add to Cart' }).click();
    await page.evaluate(() => scrollTo(0, 600));
    release();
    await isRunning(page);
    expect(await page.evaluate(() => scrollY)).toBe(600);
    await expect(page).toHaveURL(`/market?search=${word}`);

    release = await openHeld(page, '/prices/tomato');
    await page.getByRole('combobox', { name: 'County' }).selectOption('Nakuru');
    release();
    await expect(page).toHaveURL('/prices/tomato?county=Nakuru');
  });
});
