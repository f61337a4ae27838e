import type { APIRequestContext } from 'playwright/test';
import { OTP_INTERVAL_SECONDS } from '#features/accounts/rules/limits.ts';
import { createAccounts, uniqueNumber, wrongCode } from '#tests/e2e/accounts.ts';
import { createDemoInbox, createDemoMailbox, verifyNumber } from '#tests/e2e/demo-server.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { ForgotPasswordPage } from '#tests/e2e/pages/forgot-password-page.ts';
import { LoginPage } from '#tests/e2e/pages/login-page.ts';
import { choosePhone, expectNamesToSayWhatIsSeen, quietMap, shown, test } from './demo-fixtures.ts';

const NEW_PASSWORD = 'Kilimo-bora-2026';

/** An account whose number a code by SMS has verified. */
async function verified(request: APIRequestContext, role: 'buyer' | 'farmer') {
  const number = uniqueNumber();
  const accounts = createAccounts(request, createDemoMailbox(request));
  const account = await accounts[role](role, number);
  const token = await accounts.logIn(account, role);
  await verifyNumber(request, { token, number });
  return { ...account, token, number };
}

test('a farmer verifies the number in the profile; a changed one has to be verified again', async ({
  page,
  request,
  expectNoAxeViolations,
}) => {
  const [number, other] = [uniqueNumber(), uniqueNumber()];
  const accounts = createAccounts(request, createDemoMailbox(request));
  const account = await accounts.farmer('farmer', number);
  await quietMap(page);
  const token = await accounts.logIn(account, 'farmer');
  await new DashboardPage(page).keepSession('farmer', { ...account, token });
  await page.goto('/farmer/dashboard');
  await page.getByRole('link', { name: /^Verify your phone number/ }).click();
  await expect(page).toHaveURL('/farmer/dashboard?tab=profile#phone');
  await expect(page.getByText(`${shown(number)}Not verified`)).toBeVisible();
  await page.getByRole('button', { name: 'Verify this number' }).click();
  const codeScreen = new CodeScreen(page);
  await expect(page.getByText(`Code sent to ${shown(number)}`)).toBeVisible();
  await expectNoAxeViolations();
  const code = await createDemoInbox(request).code(number);
  await codeScreen.type(wrongCode(code));
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();
  await codeScreen.type(code);
  await expect(page.getByText(`${shown(number)}Verified`)).toBeVisible();

  await page.getByRole('button', { name: 'Choose a PIN' }).click();
  await page.getByLabel('New PIN').fill('4821');
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You have chosen a PIN.')).toBeVisible();
  await page.getByRole('button', { name: 'Report it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report it' }).click();
  await expect(page.getByText('You have reported a changed SIM.')).toBeVisible();
  await expectNoAxeViolations();

  await page.getByRole('button', { name: 'Change phone number' }).click();
  await page.getByLabel('New phone number').fill(other);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Save number' }).click();
  await expect(page.getByText(`${shown(other)}Not verified`)).toBeVisible();
});

test('a farmer logs in by phone number: a wrong code, another one, and the dashboard', async ({
  page,
  request,
  demo,
}) => {
  const { number, password, firstName } = await verified(request, 'farmer');
  const login = new LoginPage(page, '/loginF');
  const codeScreen = new CodeScreen(page);
  await page.clock.install();
  await login.open();
  await choosePhone(page);
  await expect(page.getByText('then the code we send to your phone by SMS')).toBeVisible();
  await page.getByLabel('Phone number', { exact: true }).fill(`254 ${shown(number).slice(1)}`);
  await login.password.fill(password);
  await login.submit.click();
  await codeScreen.isOpenFor(shown(number));
  const inbox = createDemoInbox(request);
  const first = await inbox.code(number, 2);
  await codeScreen.type(wrongCode(first));
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();

  await demo.moveOn(OTP_INTERVAL_SECONDS + 5);
  await page.clock.fastForward((OTP_INTERVAL_SECONDS + 5) * 1000);
  await expect(page.getByText(`Is ${shown(number)} your number?`)).toBeVisible();
  await page.getByRole('button', { name: 'No code yet? Send another' }).click();
  await expect(page.getByText('A new code is on its way to your phone.')).toBeVisible();
  await codeScreen.type(await inbox.code(number, 3));
  await expect(page).toHaveURL('/farmer/dashboard');
  await new DashboardPage(page).isOpenFor({ firstName });
});

test('a number that nobody has verified, and a wrong password, get the same answer', async ({
  page,
  request,
}) => {
  const { number } = await verified(request, 'buyer');
  const login = new LoginPage(page, '/login');
  await login.open();
  await choosePhone(page);
  for (const given of [uniqueNumber(), number]) {
    await page.getByLabel('Phone number', { exact: true }).fill(given);
    await login.password.fill('Not-this-one-1');
    await login.submit.click();
    await expect(
      page.getByText('Login failed. Please check your credentials and try again.'),
    ).toBeVisible();
  }
});

test('a forgotten password is replaced with a code by SMS', async ({ page, request }) => {
  const { number } = await verified(request, 'buyer');
  const forgot = new ForgotPasswordPage(page);
  const codeScreen = new CodeScreen(page);
  await page.goto('/forgot-password');
  await choosePhone(page);
  await page.getByLabel('Phone number', { exact: true }).fill(number);
  await forgot.sendCode.click();
  await codeScreen.isOpenFor(shown(number));
  await codeScreen.type(await createDemoInbox(request).code(number, 2));
  await forgot.choose(NEW_PASSWORD);
  await expect(page).toHaveURL('/login');
  await choosePhone(page);
  await page.getByLabel('Phone number', { exact: true }).fill(number);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await codeScreen.isOpenFor(shown(number));
});

for (const language of ['en', 'sw']) {
  test(`the choice of email or phone, and the phone with keys, in ${language}`, async ({
    page,
    expectNoAxeViolations,
    speak,
  }) => {
    await speak(language);
    for (const path of ['/login', '/loginF', '/forgot-password']) {
      await page.goto(path);
      await page
        .getByRole('button', {
          name: language === 'sw' ? 'Nambari ya simu' : 'Phone number',
          exact: true,
        })
        .click();
      await expect(
        page.getByRole('textbox', { name: language === 'sw' ? 'Nambari ya simu' : 'Phone number' }),
      ).toBeVisible();
      await expectNoAxeViolations();
      await expectNamesToSayWhatIsSeen(page);
    }
    await page.goto('/demo/phone');
    await expectNoAxeViolations();
    await expectNamesToSayWhatIsSeen(page);
  });
}

test('the keys of the demo phone type, and the keyboard does', async ({ page }) => {
  await page.goto('/demo/phone');
  for (const key of ['*', '3', '8', '4'])
    await page.getByRole('button', { name: `Key ${key}` }).click();
  await expect(page.getByLabel('Number or answer')).toHaveValue('*384');
  await page.getByRole('button', { name: 'Delete a digit' }).click();
  await page.getByLabel('Number or answer').press('End');
  await page.keyboard.press('9');
  await expect(page.getByLabel('Number or answer')).toHaveValue('*389');
  await page.getByLabel('Write an SMS to SokoShamba').fill('MSAADA');
  await page.getByRole('button', { name: 'Send the SMS' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'MSAADA' })).toBeVisible();
});

test('where no SMS are sent nothing offers them', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL ?? '' });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Phone number' })).toBeHidden();
  await context.close();
});
