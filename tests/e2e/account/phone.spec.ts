import { OTP_INTERVAL_SECONDS } from '#accounts/rules/limits.ts';
import { createDemoMailbox } from '#tests/e2e/demo-server.ts';
import {
  button,
  DashboardPage,
  expect,
  heading,
  inDialog,
  link,
  PASSWORD,
  type Page,
  press,
  shows,
  uniqueEmail,
  uniqueNumber,
  wrongCode,
} from '#tests/e2e/fixtures.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
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
    await page.getByRole('button', { name: 'Use a phone number' }).click();
    await expect(numberField(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('a farmer verifies the number in the profile; a changed one has to be verified again', async ({
  page,
  api,
  inbox,
  codeScreen,
  dashboard,
  expectAccessible,
}) => {
  const [number, other] = [uniqueNumber(), uniqueNumber()];
  const account = await api.farmer(number);
  await dashboard.keepSession('farmer', {
    ...account,
    token: await api.logIn(account, 'farmer'),
  });
  await page.goto('/farmer/dashboard');
  await link(page, /^Verify your phone number/).click();
  await expect(page).toHaveURL('/farmer/dashboard?tab=profile#phone');
  await shows(page, `${shown(number)}Not verified`);
  await press(page, 'Verify this number');
  await shows(page, `Code sent to ${shown(number)}`);
  await expectAccessible();
  const code = await inbox.code(number);
  await codeScreen.type(wrongCode(code));
  await shows(page, INVALID);
  await codeScreen.type(code);
  await shows(page, `${shown(number)}Verified`);

  const password = page.getByLabel('Password', { exact: true });
  await press(page, 'Choose a PIN');
  await page.getByLabel('New PIN').fill('4821');
  await password.fill(account.password);
  await press(page, 'Save changes');
  await shows(page, 'PIN saved.');
  await press(page, 'Report it');
  await inDialog(page, 'Report it').click();
  await shows(page, 'Payouts and logins with this number are on hold.');
  await expectAccessible();

  await press(page, 'Change phone number');
  await page.getByLabel('New phone number').fill(other);
  await password.fill(account.password);
  await press(page, 'Save number');
  await shows(page, `${shown(other)}Not verified`);
});

test('a farmer whom an agent signed up agrees with a code, and chooses a password by SMS', async ({
  page,
  context,
  browser,
  buyer: _,
  inbox,
  codeScreen,
  dashboard,
  expectAccessible,
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
  await dashboard.openAccount();
  await dashboard.toggleRow('For programs and agents');
  await link(page, 'Sign up a farmer').click();
  await shows(heading(page, 'Sign up a farmer', 1));
  await expect(page).toHaveTitle('Sign up a farmer · SokoShamba');
  await page.getByLabel('First name').fill('Nekesa');
  await page.getByLabel('Last name').fill('Wafula');
  await page.getByLabel('Phone number').fill(number);
  await page.getByLabel("Farmer's SMS language").selectOption('en');
  await page.getByLabel('Farm type').selectOption('Fruits (Bananas, Mangoes, Avocados)');
  await page.getByLabel('Farm size').selectOption('Medium Scale (2.5 - 20 acres)');
  await press(page, 'Get My Location');
  await shows(page, 'Location verified');
  await expect(page.getByLabel('County', { exact: true })).toHaveValue('Nairobi');
  await expectAccessible();
  await expectNamesToSayWhatIsSeen(page);
  await press(page, 'Send the farmer the code');
  await shows(heading(page, 'Read this to Nekesa'));
  const code = await inbox.code(number);
  await codeScreen.type(code);
  await shows(page, 'Nekesa Wafula has an account now.');
  await shows(page, `The farmer now dials the menu from ${shown(number)}`);
  await expectAccessible();
  await shows(page.getByRole('listitem').filter({ hasText: 'Nekesa Wafula' }));
  await press(page, 'Sign up another farmer');
  await expect(page.getByLabel('First name')).toHaveValue('');

  const own = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const phone = await own.newPage();
  const forgot = new ForgotPasswordPage(phone);
  const ownCode = new CodeScreen(phone);
  await phone.goto('/loginF');
  await link(phone, 'Forgot Password?').click();
  await shows(heading(phone, 'password', 1));
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
  expectAccessible,
}) => {
  test.slow();
  const [number, other, email] = [uniqueNumber(), uniqueNumber(), uniqueEmail('nafula')];
  await farmerSignup.open();
  await shows(page, 'No email?');
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

  await page.goto('/notifications/settings');
  await shows(page.getByRole('heading', { name: 'How you get notifications' }));
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveCount(0);
  await expectAccessible();

  const password = page.getByLabel('Password', { exact: true });
  await demo.moveOn(OTP_INTERVAL_SECONDS + 5);
  await page.goto('/farmer/dashboard?tab=profile#phone');
  await press(page, 'Change phone number');
  await page.getByLabel('New phone number').fill(other);
  await password.fill('Not-this-one-1');
  await expectAccessible();
  await press(page, 'Send the codes');
  await shows(page, 'Step 1 of 2');
  await expectAccessible();
  await codeScreen.type(await inbox.code(number, 3));
  await shows(page, 'Step 2 of 2');
  await codeScreen.type(await inbox.code(other));
  await shows(page, 'Wrong password.');
  await password.fill(PASSWORD);
  await press(page, 'Send the codes');
  await shows(page, `${shown(other)}Verified`);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await press(page, 'Add an email');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await password.fill(PASSWORD);
  await expectAccessible();
  await press(page, 'Send the code');
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await createDemoMailbox(request).code(email));
  await shows(page, 'Email added.');
  await shows(page.getByText(email).first());
  await expect(button(page, 'Add an email')).toHaveCount(0);
});

test('axe finds nothing in the choice of email or phone, nor on the demo phone', {
  tag: '@night',
}, async ({ page, expectAccessible }) => {
  test.slow();
  for (const path of ['/login', '/loginF', '/forgot-password']) {
    await page.goto(path);
    await choosePhone(page);
    await expectAccessible();
    await expectNamesToSayWhatIsSeen(page);
  }
  await page.goto('/demo/phone');
  await expectAccessible();
  await expectNamesToSayWhatIsSeen(page);
});
