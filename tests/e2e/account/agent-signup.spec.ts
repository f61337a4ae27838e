import { createAccounts, uniqueNumber, wrongCode } from '#tests/e2e/accounts.ts';
import { createDemoInbox, createDemoMailbox } from '#tests/e2e/demo-server.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
import { DashboardPage } from '#tests/e2e/pages/dashboard-page.ts';
import { ForgotPasswordPage } from '#tests/e2e/pages/forgot-password-page.ts';
import { choosePhone, expectNamesToSayWhatIsSeen, quietMap, shown, test } from './demo-fixtures.ts';

const NEW_PASSWORD = 'Kilimo-bora-2026';

test('an agent signs up a farmer, who agrees with the code and logs in by phone', async ({
  page,
  context,
  browser,
  request,
  expectNoAxeViolations,
}) => {
  test.slow();
  const number = uniqueNumber();
  const agent = await createAccounts(request, createDemoMailbox(request)).buyer('agent');
  await quietMap(page);
  await new DashboardPage(page).keepSession('buyer', agent);
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
  const inbox = createDemoInbox(request);
  const code = await inbox.code(number);
  await new CodeScreen(page).type(wrongCode(code));
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();
  await expectNoAxeViolations();
  await new CodeScreen(page).type(code);
  await expect(page.getByText('Nekesa Wafula has an account now.')).toBeVisible();
  await expect(page.getByText(`The phone number ${shown(number)} is verified.`)).toBeVisible();
  await expectNoAxeViolations();
  await expect(page.getByRole('listitem').filter({ hasText: 'Nekesa Wafula' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign up another farmer' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');

  const own = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const phone = await own.newPage();
  const forgot = new ForgotPasswordPage(phone);
  await phone.goto('/loginF');
  await phone.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'password' })).toBeVisible();
  await choosePhone(phone);
  await phone.getByLabel('Phone number', { exact: true }).fill(number);
  await forgot.sendCode.click();
  await new CodeScreen(phone).type(await inbox.code(number, 2));
  await forgot.choose(NEW_PASSWORD);
  await expect(phone).toHaveURL('/loginF');
  await choosePhone(phone);
  await phone.getByLabel('Phone number', { exact: true }).fill(number);
  await phone.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await phone.getByRole('button', { name: 'Login', exact: true }).click();
  await new CodeScreen(phone).type(await inbox.code(number, 3));
  await new DashboardPage(phone).isOpenFor({ firstName: 'Nekesa' });
  await own.close();
});
