import { uniqueEmail } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';

test('a farmer in Nairobi signs up and then logs in', { tag: '@journey' }, async ({
  page,
  farmerSignup,
  farmerLogin,
  codeScreen,
  dashboard,
  mailbox,
}) => {
  const email = uniqueEmail('farm');
  await farmerSignup.open();
  await farmerSignup.fill(email);
  await expect(farmerSignup.submit).toBeEnabled();
  await farmerSignup.submit.click();

  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email));
  await expect(
    page.getByText('Account created successfully! Please login to continue.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/loginF');
  await expect(farmerLogin.email).toHaveValue(email);
  await expect(farmerLogin.password).toBeFocused();

  await farmerLogin.logIn({ email, password: 'Mavuno-mema-2026' });
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email, 2));
  await expect(page).toHaveURL('/farmer/dashboard');
  await dashboard.isOpenFor({ firstName: 'Wanjiru' });
  await expect(page.getByRole('banner').getByText('Verified', { exact: true })).toBeVisible();
});

test('the account cannot be created before the location is verified, and the button leads there (§4)', async ({
  farmerSignup,
}) => {
  await farmerSignup.open(4);
  await expect(farmerSignup.submit).toBeDisabled();
  await expect(farmerSignup.submit).toHaveAccessibleDescription(
    'Please select your location on the map',
  );
  // The button says that it is disabled, and is pressed anyway.
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
    await expect(page.getByText('Fix the marked fields first')).toBeVisible();
    for (const field of fields)
      await expect(page.getByText(`${field} is required`, { exact: true })).toBeVisible();
    await expect(page.getByText('is required', { exact: false })).toHaveCount(fields.length);
  };
  await farmerSignup.open();
  await isRequired(['First name', 'Last name', 'Phone number', 'Email']);
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('National ID').fill('12');
  await expect(page.getByText('Invalid National ID format. Should be 7-8 digits.')).toBeVisible();
  await page.getByLabel('National ID').fill('');
  await farmerSignup.fillPerson(uniqueEmail('missing'));
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
});

test('without SMS, the prerendered pages say so and offer nothing that needs one', async ({
  page,
  request,
}) => {
  for (const path of ['/signupFarmer', '/login']) {
    expect(await (await request.get(path)).text()).toContain('data-sms="off"');
    await page.goto(path);
    await expect(page.getByLabel('Email')).toBeVisible();
    for (const hidden of await page.locator('.needs-sms').all()) await expect(hidden).toBeHidden();
    await expect(page.locator('.needs-sms')).not.toHaveCount(0);
  }
});

test('the delivery radius is shown in metres, then in kilometres', async ({
  page,
  farmerSignup,
}) => {
  await farmerSignup.open(4);
  const said = page.locator('output').first();
  await expect(said).toHaveText('500 m');
  await expect(farmerSignup.radius).toHaveAttribute('min', '200');
  await expect(farmerSignup.radius).toHaveAttribute('max', '25000');
  await page.getByRole('button', { name: /Town 5 km/ }).click();
  await expect(said).toHaveText('5.0 km');
  await farmerSignup.radius.focus();
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('5.1 km');
  await page.getByRole('button', { name: /Neighborhood 200 m/ }).click();
  await expect(said).toHaveText('200 m');
});

test('a reload keeps the form and the place but not the password; the code is not requested twice', async ({
  page,
  farmerSignup,
  codeScreen,
  mailbox,
}) => {
  const email = uniqueEmail('reload');
  await farmerSignup.open();
  await farmerSignup.fill(email);
  await page.getByRole('button', { name: /Town 5 km/ }).click();
  await expect(page.locator('output').first()).toHaveText('5.0 km');
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.reload();
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email));

  await expect(
    page.getByText('Verified. Please choose your password again and create the account.'),
  ).toBeVisible();
  await farmerSignup.isAtStep(4, 'Delivery and password');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.locator('output').first()).toHaveText('5.0 km');
  await farmerSignup.back.click();
  await expect(farmerSignup.verified).toBeVisible();
  await farmerSignup.back.click();
  await expect(page.getByLabel('Farm size')).toHaveValue('Medium Scale (2.5 - 20 acres)');
  await farmerSignup.back.click();
  await expect(farmerSignup.email).toHaveValue(email);
  for (const _ of [1, 2, 3]) await farmerSignup.next.click();
  await farmerSignup.fillPasswords();
  await farmerSignup.submit.click();
  await expect(page).toHaveURL('/loginF');
});

test('when the code cannot be sent, the form stays open and says so', async ({
  page,
  farmerSignup,
}) => {
  await farmerSignup.open();
  await farmerSignup.fill(uniqueEmail('refused-farm'));
  await farmerSignup.submit.click();
  await expect(page.getByText('Failed to send verification code. Please try again.')).toBeVisible();
  await expect(farmerSignup.submit).toBeEnabled();
});

test('"Back to Form" and the browser\'s Back lead from the code to the last step, which keeps everything', async ({
  page,
  farmerSignup,
  codeScreen,
}) => {
  const email = uniqueEmail('back');
  await farmerSignup.open();
  await farmerSignup.fill(email);
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.getByRole('button', { name: 'Back to Form' }).click();
  await farmerSignup.isAtStep(4, 'Delivery and password');
  await expect(page.getByLabel('Confirm password')).not.toHaveValue('');
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.goBack();
  await farmerSignup.isAtStep(4, 'Delivery and password');
  await expect(page.getByLabel('Confirm password')).not.toHaveValue('');
  await farmerSignup.back.click();
  await expect(farmerSignup.verified).toBeVisible();
});
