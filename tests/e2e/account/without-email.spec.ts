import { OTP_INTERVAL_SECONDS } from '#features/accounts/rules/limits.ts';
import { PASSWORD, uniqueNumber } from '#tests/e2e/accounts.ts';
import { createDemoInbox, createDemoMailbox } from '#tests/e2e/demo-server.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { FarmerSignupPage } from '#tests/e2e/pages/farmer-signup-page.ts';
import { LoginPage } from '#tests/e2e/pages/login-page.ts';
import { quietMap, shown, test } from './demo-fixtures.ts';

test('a farmer without an email signs up, logs in, moves to another number and adds an email', async ({
  page,
  request,
  demo,
  expectNoAxeViolations,
}) => {
  test.slow();
  const [number, other, email] = [uniqueNumber(), uniqueNumber(), `nafula${Date.now()}@x.ke`];
  const inbox = createDemoInbox(request);
  const codeScreen = new CodeScreen(page);
  const signup = new FarmerSignupPage(page);
  await quietMap(page);
  await signup.open();
  await expect(page.getByText('No email? Leave it empty')).toBeVisible();
  await signup.fill('', number);
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(number);
  await signup.submit.click();
  await codeScreen.isOpenFor(shown(number));
  await codeScreen.type(await inbox.code(number));
  await expect(page).toHaveURL('/loginF');
  await expect(page.getByLabel('Phone number', { exact: true })).toHaveValue(number);
  const login = new LoginPage(page, '/loginF');
  await login.password.fill(PASSWORD);
  await login.submit.click();
  await codeScreen.isOpenFor(shown(number));
  await codeScreen.type(await inbox.code(number, 2));
  await expect(page).toHaveURL('/farmer/dashboard');

  await page.goto('/farmer/dashboard?tab=settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(
    page.getByRole('dialog', { name: `Delete the account ${shown(number)}?` }),
  ).toBeVisible();
  await page.goto('/notifications');
  await expect(
    page.getByText('always come by SMS, because your account has no email'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
  await expectNoAxeViolations();

  await demo.moveOn(OTP_INTERVAL_SECONDS + 5);
  await page.goto('/farmer/dashboard?tab=profile#phone');
  await page.getByRole('button', { name: 'Change phone number' }).click();
  await page.getByLabel('New phone number').fill(other);
  await page.getByLabel('Password', { exact: true }).fill('Not-this-one-1');
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Send the codes' }).click();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await expectNoAxeViolations();
  await codeScreen.type(await inbox.code(number, 3));
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await codeScreen.type(await inbox.code(other));
  await expect(page.getByText('This password is not right.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the codes' }).click();
  await expect(page.getByText(`${shown(other)}Verified`)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await new DashboardPage(page).toggleRow('Name and email');
  await page.getByRole('button', { name: 'Add an email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await createDemoMailbox(request).code(email));
  await expect(page.getByText('Your email is added.')).toBeVisible();
  await expect(page.getByText(email).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add an email' })).toHaveCount(0);
});
