import type { Page } from 'playwright/test';
import { OTP_INTERVAL_SECONDS } from '#features/accounts/rules/limits.ts';
import { PASSWORD, uniqueEmail, uniqueNumber, wrongCode } from '#tests/e2e/accounts.ts';
import { createDemoMailbox, verifyNumber } from '#tests/e2e/demo-server.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { ForgotPasswordPage } from '#tests/e2e/pages/forgot-password-page.ts';
import { LoginPage } from '#tests/e2e/pages/login-page.ts';
import { expectNamesToSayWhatIsSeen, test } from './demo-fixtures.ts';

const NEW_PASSWORD = 'Kilimo-bora-2026';
const INVALID = 'Invalid or expired OTP. Please try again.';

const shown = (number: string) => number.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
const numberField = (page: Page) => page.getByLabel('Phone number', { exact: true });

/** Again if the page was not running yet. */
async function choosePhone(page: Page) {
  await expect(async () => {
    await page.getByRole('button', { name: 'Phone number', exact: true }).click();
    await expect(numberField(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('a farmer verifies the number in the profile; a changed one has to be verified again', async ({
  page,
  accounts,
  inbox,
  codeScreen,
  dashboard,
  expectNoAxeViolations,
}) => {
  const [number, other] = [uniqueNumber(), uniqueNumber()];
  const account = await accounts.farmer('farmer', number);
  await dashboard.keepSession('farmer', {
    ...account,
    token: await accounts.logIn(account, 'farmer'),
  });
  await page.goto('/farmer/dashboard');
  await page.getByRole('link', { name: /^Verify your phone number/ }).click();
  await expect(page).toHaveURL('/farmer/dashboard?tab=profile#phone');
  await expect(page.getByText(`${shown(number)}Not verified`)).toBeVisible();
  await page.getByRole('button', { name: 'Verify this number' }).click();
  await expect(page.getByText(`Code sent to ${shown(number)}`)).toBeVisible();
  await expectNoAxeViolations();
  const code = await inbox.code(number);
  await codeScreen.type(wrongCode(code));
  await expect(page.getByText(INVALID)).toBeVisible();
  await codeScreen.type(code);
  await expect(page.getByText(`${shown(number)}Verified`)).toBeVisible();

  const password = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Choose a PIN' }).click();
  await page.getByLabel('New PIN').fill('4821');
  await password.fill(account.password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You have chosen a PIN.')).toBeVisible();
  await page.getByRole('button', { name: 'Report it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report it' }).click();
  await expect(page.getByText('You have reported a changed SIM.')).toBeVisible();
  await expectNoAxeViolations();

  await page.getByRole('button', { name: 'Change phone number' }).click();
  await page.getByLabel('New phone number').fill(other);
  await password.fill(account.password);
  await page.getByRole('button', { name: 'Save number' }).click();
  await expect(page.getByText(`${shown(other)}Not verified`)).toBeVisible();
});

test('a farmer whom an agent signed up agrees with a code, and chooses a password by SMS', async ({
  page,
  context,
  browser,
  buyer: _,
  inbox,
  codeScreen,
  expectNoAxeViolations,
}) => {
  test.slow();
  const number = uniqueNumber();
  await page.goto('/buyer-dashboard?tab=profile');
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({
    latitude: -1.2864 + Math.random() / 1000,
    longitude: 36.8172,
    accuracy: 8,
  });
  await page.getByRole('link', { name: 'Sign up a farmer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up a farmer' })).toBeVisible();
  await expect(page).toHaveTitle('Sign up a farmer · SokoShamba');
  await page.getByLabel('First name').fill('Nekesa');
  await page.getByLabel('Last name').fill('Wafula');
  await page.getByLabel('Phone number').fill(number);
  await page.getByLabel("Farmer's SMS language").selectOption('en');
  await page.getByLabel('Farm type').selectOption('Fruits (Bananas, Mangoes, Avocados)');
  await page.getByLabel('Farm size').selectOption('Medium Scale (2.5 - 20 acres)');
  await page.getByRole('button', { name: 'Get My Location' }).click();
  await expect(page.getByText('Location verified')).toBeVisible();
  await expect(page.getByLabel('County', { exact: true })).toHaveValue('Nairobi');
  await expectNoAxeViolations();
  await expectNamesToSayWhatIsSeen(page);
  await page.getByRole('button', { name: 'Send the farmer the code' }).click();
  await expect(page.getByRole('heading', { name: 'Read this to Nekesa' })).toBeVisible();
  const code = await inbox.code(number);
  await codeScreen.type(code);
  await expect(page.getByText('Nekesa Wafula has an account now.')).toBeVisible();
  await expect(page.getByText(`The phone number ${shown(number)} is verified.`)).toBeVisible();
  await expectNoAxeViolations();
  await expect(page.getByRole('listitem').filter({ hasText: 'Nekesa Wafula' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign up another farmer' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');

  const own = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const phone = await own.newPage();
  const forgot = new ForgotPasswordPage(phone);
  const ownCode = new CodeScreen(phone);
  await phone.goto('/loginF');
  await phone.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'password' })).toBeVisible();
  await choosePhone(phone);
  await numberField(phone).fill(number);
  await forgot.sendCode.click();
  await ownCode.isOpenFor(shown(number));
  await ownCode.type(await inbox.code(number, 2));
  await forgot.choose(NEW_PASSWORD);
  await expect(phone).toHaveURL('/loginF');
  await choosePhone(phone);
  await numberField(phone).fill(number);
  const login = new LoginPage(phone, '/loginF');
  await login.password.fill(NEW_PASSWORD);
  await login.submit.click();
  await ownCode.type(await inbox.code(number, 3));
  await new DashboardPage(phone).isOpenFor({ firstName: 'Nekesa' });
  await own.close();
});

test('a farmer without an email signs up, logs in, moves to another number and adds an email', async ({
  page,
  request,
  demo,
  inbox,
  farmerSignup,
  farmerLogin,
  codeScreen,
  dashboard,
  expectNoAxeViolations,
}) => {
  test.slow();
  const [number, other, email] = [uniqueNumber(), uniqueNumber(), uniqueEmail('nafula')];
  await farmerSignup.open();
  await expect(page.getByText('No email? Leave it empty')).toBeVisible();
  await farmerSignup.fill('', number);
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(number);
  await farmerSignup.submit.click();
  await codeScreen.isOpenFor(shown(number));
  await codeScreen.type(await inbox.code(number));
  await expect(page).toHaveURL('/loginF');
  await expect(numberField(page)).toHaveValue(number);
  await farmerLogin.password.fill(PASSWORD);
  await farmerLogin.submit.click();
  await codeScreen.isOpenFor(shown(number));
  await codeScreen.type(await inbox.code(number, 2));
  await expect(page).toHaveURL('/farmer/dashboard');

  await page.goto('/notifications');
  await expect(
    page.getByText('always come by SMS, because your account has no email'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
  await expectNoAxeViolations();

  const password = page.getByLabel('Password', { exact: true });
  await demo.moveOn(OTP_INTERVAL_SECONDS + 5);
  await page.goto('/farmer/dashboard?tab=profile#phone');
  await page.getByRole('button', { name: 'Change phone number' }).click();
  await page.getByLabel('New phone number').fill(other);
  await password.fill('Not-this-one-1');
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Send the codes' }).click();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await expectNoAxeViolations();
  await codeScreen.type(await inbox.code(number, 3));
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await codeScreen.type(await inbox.code(other));
  await expect(page.getByText('This password is not right.')).toBeVisible();
  await password.fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the codes' }).click();
  await expect(page.getByText(`${shown(other)}Verified`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await dashboard.toggleRow('Name and email');
  await page.getByRole('button', { name: 'Add an email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await password.fill(PASSWORD);
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await createDemoMailbox(request).code(email));
  await expect(page.getByText('Your email is added.')).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add an email' })).toHaveCount(0);
});

test('axe finds nothing in the choice of email or phone, nor on the demo phone', {
  tag: '@night',
}, async ({ page, expectNoAxeViolations }) => {
  test.slow();
  for (const path of ['/login', '/loginF', '/forgot-password']) {
    await page.goto(path);
    await choosePhone(page);
    await expectNoAxeViolations();
    await expectNamesToSayWhatIsSeen(page);
  }
  await page.goto('/demo/phone');
  await expectNoAxeViolations();
  await expectNamesToSayWhatIsSeen(page);
});
