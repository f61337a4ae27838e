import { fakeCamera, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import {
  expect,
  heading,
  link,
  PASSWORD,
  type Page,
  shows,
  uniqueEmail,
} from '#tests/e2e/fixtures.ts';

const STEP_HEIGHT_MAX = 1200;
const TAPS_MAX = 8;
const FRUITS = 'Fruits (Bananas, Mangoes, Avocados)';
const MEDIUM = 'Medium Scale (2.5 - 20 acres)';

test.use(PHONE);

test(`a farmer signs up and logs in with ${TAPS_MAX} taps and two codes, and lists a first product with 4 taps and 3 fields`, {
  tag: '@journey',
}, async ({ page, farm, farmerSignup, farmerLogin, codeScreen, dashboard, mailbox }) => {
  test.slow();
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
  await shows(farmerSignup.verified);
  await tap(farmerSignup.next);
  await farmerSignup.fillPasswords();
  await expect(farmerSignup.submit).toBeEnabled();
  await tap(farmerSignup.submit);
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email));
  await shows(page, 'Account created successfully! Please login to continue.');
  await expect(page).toHaveURL('/loginF');
  await expect(farmerLogin.email).toHaveValue(email);
  await expect(farmerLogin.password).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await tap(farmerLogin.submit);
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email, 2));
  await expect(page).toHaveURL('/farmer/dashboard');
  await dashboard.isOpenFor({ firstName: 'Wanjiru' });
  await shows(page.getByRole('banner'), 'Verified', { exact: true });
  expect(taps).toBeLessThanOrEqual(TAPS_MAX);

  await page.evaluate(fakeCamera);
  taps = 0;
  let fields = 0;
  const field = async (fill: Promise<unknown>) => {
    fields += 1;
    await fill;
  };
  await tap(link(page, 'List your first product'));
  await tap(farm.button('Take a photo'));
  await tap(farm.inDialog('Done'));
  await field(page.getByLabel('Product name').fill('Sukuma wiki'));
  await field(page.getByLabel('Quantity').fill('40'));
  await field(page.getByLabel('Price per kg (KES)').fill('45'));
  await tap(farm.inDialog('Add product'));
  await shows(farm.row('Sukuma wiki'));
  expect({ taps, fields }).toEqual({ taps: 4, fields: 3 });
});

test('the last step leads to the location if it is not verified (§4)', async ({ farmerSignup }) => {
  await farmerSignup.open(4);
  await expect(farmerSignup.submit).toBeDisabled();
  await expect(farmerSignup.submit).toHaveAccessibleDescription(
    'Please select your location on the map',
  );
  await farmerSignup.submit.click({ force: true });
  await farmerSignup.isAtStep(3, 'Farm location');
  await expect(farmerSignup.gpsButton).toBeFocused();
  await expect(farmerSignup.next).toBeDisabled();
});

test('each missing field shows an error on its own step, and the first one gets the focus', async ({
  page,
  farmerSignup,
}) => {
  const isRequired = async (fields: string[]) => {
    await farmerSignup.next.or(farmerSignup.submit).click();
    await shows(page, 'Fix the marked fields first');
    for (const field of fields) await shows(page, `${field} is required`, { exact: true });
    await expect(page.getByText('is required', { exact: false })).toHaveCount(fields.length);
  };
  await farmerSignup.open();
  await isRequired(['First name', 'Last name', 'Phone number', 'Email']);
  await expect(page.getByLabel('First name')).toBeFocused();
  await farmerSignup.fillPerson(uniqueEmail('refused-farm'));
  await farmerSignup.next.click();
  await farmerSignup.isAtStep(2, 'Your farm');
  await expect(page.getByText('Fix the marked fields first')).toHaveCount(0);
  await isRequired(['Farm type', 'Farm size']);
  await expect(page.getByLabel('Farm type')).toBeFocused();
  await farmerSignup.fillFarm();
  await farmerSignup.next.click();
  await farmerSignup.locate();
  await farmerSignup.next.click();
  await isRequired(['Password', 'Confirm password']);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await farmerSignup.fillPasswords();
  await farmerSignup.submit.click();
  await shows(page, 'Failed to send verification code. Please try again.');
  await expect(farmerSignup.submit).toBeEnabled();
});

test('without SMS, the prerendered pages say so and offer nothing that needs one', async ({
  page,
  request,
}) => {
  for (const path of ['/signupFarmer', '/login']) {
    expect(await (await request.get(path)).text()).toContain('data-sms="off"');
    await page.goto(path);
    await shows(page.getByLabel('Email'));
    for (const hidden of await page.locator('.needs-sms').all()) await expect(hidden).toBeHidden();
    await expect(page.locator('.needs-sms')).not.toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Use a phone number' })).toBeHidden();
});

test('going back from the code or reloading it keeps the form and requests no second code', async ({
  page,
  farmerSignup,
  codeScreen,
  mailbox,
}) => {
  const email = uniqueEmail('reload');
  const isAtLastStep = async () => {
    await farmerSignup.isAtStep(4, 'Delivery and password');
    await expect(page.locator('output').first()).toHaveText('5.0 km');
  };
  await farmerSignup.open();
  await farmerSignup.fill(email);
  await page.getByRole('button', { name: /Town 5 km/ }).click();
  await isAtLastStep();
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.goBack();
  await isAtLastStep();
  await expect(page.getByLabel('Confirm password')).not.toHaveValue('');
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.reload();
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email));

  await shows(page, 'Verified. Choose your password again and create the account.');
  await isAtLastStep();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await farmerSignup.fillPasswords();
  await farmerSignup.submit.click();
  await expect(page).toHaveURL('/loginF');
});

test('each step fits a phone screen and a half and 320 px in Swahili, and axe finds nothing', {
  tag: '@night',
}, async ({ page, farmerSignup, expectAccessible, speak }) => {
  test.slow();
  await speak('sw');
  for (const step of [1, 2, 3, 4]) {
    await farmerSignup.open(step);
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
    if (step === 3) {
      await shows(page.getByRole('application'));
      await page.locator('#gps-button').click();
      await expect(page.getByLabel('Anwani')).toHaveValue('Starehe, Nairobi');
    }
    const end = await page
      .locator('form button[type=submit]')
      .evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
    expect(end).toBeLessThanOrEqual(STEP_HEIGHT_MAX);
    await expectAccessible();
    await page.setViewportSize({ width: 320, height: 640 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    await page.setViewportSize(PHONE.viewport);
  }
});

test('Enter, Back and Forward go step by step, and a reload shows its step at once with what was typed', async ({
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
  await expect(page).toHaveTitle(/^Join as Farmer/);
  await farmerSignup.fillPerson(uniqueEmail('steps'));
  await farmerSignup.email.press('Enter');
  await farmerSignup.isAtStep(2, 'Your farm');
  await expect(heading(page, /^Step 2 of 4/)).toBeFocused();
  await expect(page).toHaveTitle(/^Step 2 of 4 · Your farm/);
  await farmerSignup.fillFarm();
  await farmerSignup.next.click();
  await farmerSignup.isAtStep(3, 'Farm location');
  await farmerSignup.locate();

  await page.evaluate(() => scrollTo(0, 0));
  await page.reload();
  await farmerSignup.isAtStep(3, 'Farm location');
  await shows(farmerSignup.verified);
  await shows(page.getByRole('application'));
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen.filter((text) => !/^Step 3 of 4/.test(text))).toEqual([]);

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
    await shows(heading(page, title, 2));
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
