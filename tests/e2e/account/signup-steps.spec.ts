import type { Page } from 'playwright/test';
import { PASSWORD, uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';

const STEP_HEIGHT_MAX = 1200;
const TAPS_MAX = 8;
const FRUITS = 'Fruits (Bananas, Mangoes, Avocados)';
const MEDIUM = 'Medium Scale (2.5 - 20 acres)';

test.use({ viewport: { width: 360, height: 800 } });

/** The same form in either language: nothing is found by its text. */
const submitOf = (page: Page) => page.locator('form button[type=submit]');

async function fillPerson(page: Page, email: string) {
  for (const [name, value] of Object.entries({
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    phoneNumber: '0112 345 678',
    email,
  }))
    await page.locator(`[name=${name}]`).fill(value);
}

test(`from the first page to the dashboard in ${TAPS_MAX} taps and two codes`, async ({
  page,
  farmerSignup,
  farmerLogin,
  codeScreen,
  dashboard,
  mailbox,
}) => {
  let taps = 0;
  const tap = async (locator: ReturnType<Page['locator']>) => {
    taps += 1;
    await locator.click();
  };
  const email = uniqueEmail('taps');
  await farmerSignup.open();
  await farmerSignup.fillPerson(email);
  await tap(farmerSignup.next);
  // A tap opens each list; the choice is made in the phone's own dialog.
  for (const [label, option] of [
    ['Farm type', FRUITS],
    ['Farm size', MEDIUM],
  ] as const) {
    taps += 1;
    await page.getByLabel(label).selectOption(option);
  }
  await tap(farmerSignup.next);
  await tap(farmerSignup.gpsButton);
  await expect(farmerSignup.verified).toBeVisible();
  await tap(farmerSignup.next);
  await farmerSignup.fillPasswords();
  await tap(farmerSignup.submit);
  await codeScreen.type(await mailbox.code(email));
  await expect(page).toHaveURL('/loginF');
  await expect(farmerLogin.password).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await tap(farmerLogin.submit);
  await codeScreen.type(await mailbox.code(email, 2));
  await dashboard.isOpenFor({ firstName: 'Wanjiru' });
  expect(taps).toBeLessThanOrEqual(TAPS_MAX);
});

for (const language of ['en', 'sw']) {
  test(`in ${language}, each step fits a phone screen and a half, nothing overflows, and axe finds no problem`, async ({
    page,
    farmerSignup,
    expectNoAxeViolations,
    speak,
  }) => {
    test.slow();
    await speak(language);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const isFine = async () => {
      const end = await submitOf(page).evaluate(
        (button) => button.getBoundingClientRect().bottom + scrollY,
      );
      expect(end).toBeLessThanOrEqual(STEP_HEIGHT_MAX);
      await expectNoAxeViolations();
      await page.setViewportSize({ width: 320, height: 640 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 360, height: 800 });
    };
    await farmerSignup.open();
    await fillPerson(page, uniqueEmail('tall'));
    await isFine();
    await submitOf(page).click();
    await page.locator('[name=farmType]').selectOption(FRUITS);
    await page.locator('[name=farmSize]').selectOption(MEDIUM);
    await isFine();
    await submitOf(page).click();
    await expect(page.getByRole('application')).toBeVisible();
    await isFine();
    await page.locator('#gps-button').click();
    await expect(page.locator('summary', { hasText: 'Starehe, Nairobi' })).toBeVisible();
    await isFine();
    await submitOf(page).click();
    await expect(page.locator('[name=password]')).toBeVisible();
    await isFine();
  });
}

test('Back and Forward go step by step, the heading gets the focus, and a reload keeps the step and all that was typed', async ({
  page,
  farmerSignup,
}) => {
  await farmerSignup.open();
  await expect(page).toHaveTitle(/^Join as Farmer/);
  await farmerSignup.fillPerson(uniqueEmail('steps'));
  await farmerSignup.next.click();
  await farmerSignup.isAtStep(2, 'Your farm');
  await expect(page.getByRole('heading', { name: /^Step 2 of 4/ })).toBeFocused();
  await expect(page).toHaveTitle(/^Step 2 of 4 · Your farm/);
  await farmerSignup.fillFarm();
  await farmerSignup.next.click();
  await farmerSignup.isAtStep(3, 'Farm location');
  await farmerSignup.locate();

  await page.reload();
  await farmerSignup.isAtStep(3, 'Farm location');
  await expect(farmerSignup.verified).toBeVisible();
  await page.goBack();
  await farmerSignup.isAtStep(2, 'Your farm');
  await expect(page.getByLabel('Farm type')).toHaveValue(FRUITS);
  await page.goBack();
  await farmerSignup.isAtStep(1, 'About you');
  await expect(page).toHaveTitle(/^Join as Farmer/);
  await expect(page.getByLabel('First name')).toHaveValue('Wanjiru');
  await page.goForward();
  await farmerSignup.isAtStep(2, 'Your farm');
  await page.goForward();
  await farmerSignup.isAtStep(3, 'Farm location');

  // The button does the same as the browser's Back, and adds nothing to the history.
  await farmerSignup.back.click();
  await farmerSignup.isAtStep(2, 'Your farm');
  await farmerSignup.back.click();
  await farmerSignup.isAtStep(1, 'About you');
  await page.goForward();
  await farmerSignup.isAtStep(2, 'Your farm');
});

test('a reload of a later step neither shows the first step nor scrolls', async ({
  page,
  farmerSignup,
}) => {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    // Headings as they are drawn, before the next frame can replace them.
    const look = () => {
      for (const { textContent } of document.querySelectorAll('h2'))
        if (textContent) seen.add(textContent);
      if (scrollY > 0) seen.add(`scrolled to ${scrollY}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await farmerSignup.open();
  await farmerSignup.fillPerson(uniqueEmail('reload'));
  await farmerSignup.next.click();
  await farmerSignup.fillFarm();
  await farmerSignup.next.click();
  await farmerSignup.locate();
  await page.evaluate(() => scrollTo(0, 0));
  await page.reload();
  await farmerSignup.isAtStep(3, 'Farm location');
  await expect(farmerSignup.verified).toBeVisible();
  await expect(page.getByRole('application')).toBeVisible();
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen.filter((text) => !/^Step 3 of 4/.test(text))).toEqual([]);
});

test("the server's error about an earlier step leads there, even from the code, and asks for no second code", async ({
  page,
  farmerSignup,
  codeScreen,
  mailbox,
}) => {
  const email = uniqueEmail('elsewhere');
  const sentence = 'This number cannot be used.';
  const refusals = [
    { code: 'GPS_FIX_STALE', fieldErrors: {} },
    { code: 'INVALID_INPUT', fieldErrors: { phoneNumber: sentence } },
  ];
  await page.route('**/trpc/auth.signupFarmer*', (route) => {
    const refusal = refusals.shift();
    if (!refusal) return route.continue();
    const data = { ...refusal, httpStatus: 400, path: 'auth.signupFarmer' };
    const error = { message: sentence, code: -32600, data };
    return route.fulfill({ status: 400, json: [{ error }] });
  });
  const goOnTo = async (title: string) => {
    await farmerSignup.next.click();
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  };
  await farmerSignup.open();
  await farmerSignup.fill(email);
  await farmerSignup.submit.click();
  await codeScreen.type(await mailbox.code(email));
  await farmerSignup.isAtStep(3, 'Farm location');
  await expect(page.locator('#gps-button')).toBeFocused();
  await expect(farmerSignup.next).toBeDisabled();

  await farmerSignup.locate();
  await goOnTo('Delivery and password');
  await farmerSignup.submit.click();
  await farmerSignup.isAtStep(1, 'About you');
  const phoneNumber = page.getByLabel('Phone number');
  await expect(phoneNumber).toBeFocused();
  await expect(phoneNumber).toBeInViewport();
  await expect(phoneNumber).toHaveAccessibleDescription(new RegExp(sentence));

  await phoneNumber.fill('0112 345 679');
  for (const title of ['Your farm', 'Farm location', 'Delivery and password']) await goOnTo(title);
  await farmerSignup.submit.click();
  await expect(page).toHaveURL('/loginF');
});

test('with the keyboard only, where Enter leads on', async ({ page, farmerSignup, codeScreen }) => {
  const email = uniqueEmail('keys');
  const { keyboard } = page;
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await keyboard.type(text);
  };
  await farmerSignup.open();
  await type('First name', 'Wanjiru');
  await type('Last name', 'Kamau');
  await type('Phone number', '0112345678');
  await type('Email', email);
  await keyboard.press('Enter');
  await farmerSignup.isAtStep(2, 'Your farm');
  await type('Farm type', 'Fruits');
  await type('Farm size', 'Medium');
  await tabTo(page, farmerSignup.next);
  await keyboard.press('Enter');
  await farmerSignup.isAtStep(3, 'Farm location');
  await tabTo(page, farmerSignup.gpsButton);
  await keyboard.press('Enter');
  await expect(farmerSignup.verified).toBeVisible();
  await tabTo(page, farmerSignup.next);
  await keyboard.press('Enter');
  await farmerSignup.isAtStep(4, 'Delivery and password');
  await type('Password', PASSWORD);
  await type('Confirm password', PASSWORD);
  await keyboard.press('Enter');
  await codeScreen.isOpenFor(email);
});

/** Presses Tab until the element has the focus, at most forty times. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>) {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
