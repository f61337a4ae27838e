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
  await expect(farmerSignup.submit).toBeDisabled();
  await expect(farmerSignup.submit).toHaveAccessibleDescription(
    'Please select your location on the map',
  );
  await farmerSignup.fill(email);
  await farmerSignup.locate();
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

test('each missing field shows an error', async ({ page, farmerSignup }) => {
  await farmerSignup.open();
  await farmerSignup.locate();
  await farmerSignup.submit.click();
  await expect(page.getByText('Fix the marked fields first')).toBeVisible();
  for (const field of [
    'First name',
    'Last name',
    'Phone number',
    'Email',
    'Farm type',
    'Farm size',
    'Password',
  ]) {
    await expect(page.getByText(`${field} is required`, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('National ID is required')).toBeHidden();
  await page.getByLabel('National ID').fill('12');
  await expect(page.getByText('Invalid National ID format. Should be 7-8 digits.')).toBeVisible();
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
  await farmerSignup.open();
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
  await farmerSignup.locate();
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
  await expect(farmerSignup.email).toHaveValue(email);
  await expect(page.getByLabel('Farm size')).toHaveValue('Medium Scale (2.5 - 20 acres)');
  await expect(page.locator('output').first()).toHaveText('5.0 km');
  await expect(farmerSignup.verified).toBeVisible();
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
  await farmerSignup.locate();
  await farmerSignup.submit.click();
  await expect(page.getByText('Failed to send verification code. Please try again.')).toBeVisible();
  await expect(farmerSignup.submit).toBeEnabled();
});

test('going back to the form keeps everything', async ({ page, farmerSignup, codeScreen }) => {
  const email = uniqueEmail('back');
  await farmerSignup.open();
  await farmerSignup.fill(email);
  await farmerSignup.locate();
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.getByRole('button', { name: 'Back to Form' }).click();
  await expect(farmerSignup.email).toHaveValue(email);
  await expect(page.getByLabel('Confirm password')).not.toHaveValue('');
  await expect(farmerSignup.verified).toBeVisible();
});
