import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import {
  type Account,
  DashboardPage,
  expect,
  inDialog,
  type Page,
  press,
  readStorages,
  shows,
  test,
  wrongCode,
} from '#tests/e2e/fixtures.ts';

const success = 'Login successful! Redirecting to dashboard...';
const notified = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('a buyer logs in for this tab with the first code; another tab explains why it needs a login', async ({
  page,
  context,
  api,
  mailbox,
  buyerLogin,
  codeScreen,
  dashboard,
}) => {
  const account = await api.buyer();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trpc/otp.send')) asked.push(request.url());
  });
  await buyerLogin.open('?redirect=https%3A%2F%2Fevil.example%2Fbuyer-dashboard');
  await shows(page, 'For 30 days');
  await buyerLogin.logIn(account);
  await codeScreen.isOpenFor(account.email);
  await shows(page, 'complete your login');
  await press(page, 'Back to login');
  await buyerLogin.submit.click();
  await codeScreen.isOpenFor(account.email);
  expect(asked).toHaveLength(1);
  await expect(codeScreen.countdown).toHaveText(/Code expires in (10:00|9:[345]\d)/);
  const code = await mailbox.code(account.email, 2);
  await codeScreen.type(wrongCode(code));
  await shows(page, 'Invalid or expired OTP. Please try again.');
  await codeScreen.type(code);
  await shows(notified(page), success);
  await expect(page).toHaveURL('/buyer-dashboard');
  await dashboard.isOpenFor(account);
  const { local, session } = await readStorages(page);
  const { email: userEmail, firstName: userFirstName, lastName: userLastName } = account;
  expect(session).toMatchObject({ userType: 'buyer', userEmail, userFirstName, userLastName });
  expect(session.authToken).toBeTruthy();
  expect(session.userId).toBe(session.buyerId);
  expect(local).not.toHaveProperty('authToken');
  expect(JSON.stringify({ local, session })).not.toContain('Mavuno');

  const second = await context.newPage();
  await second.goto('/buyer-dashboard');
  await shows(second, 'You are logged in only in another tab.');
});

test('a farmer is remembered on this device, also if the code screen is reloaded', async ({
  page,
  context,
  api,
  mailbox,
  farmerLogin,
  codeScreen,
  dashboard,
}) => {
  const account = await api.farmer();
  await farmerLogin.open();
  await farmerLogin.rememberMe.check();
  await farmerLogin.logIn(account);
  await codeScreen.isOpenFor(account.email);
  await page.reload();
  await codeScreen.isOpenFor(account.email);
  await codeScreen.type(await mailbox.code(account.email, 2));
  await shows(notified(page), success);
  await expect(page).toHaveURL('/farmer/dashboard');
  await dashboard.isOpenFor(account);
  const { local, session } = await readStorages(page);
  expect(local.authToken).toBeTruthy();
  expect(local.userType).toBe('farmer');
  expect(JSON.parse(local.userData ?? '{}').email).toBe(account.email);
  expect(session).not.toHaveProperty('authToken');
  expect(JSON.stringify({ local, session })).not.toContain('Mavuno');
  const later = await context.newPage();
  await later.goto('/farmer/dashboard');
  await new DashboardPage(later).isOpenFor(account);
});

test('a login after somebody else in the same tab shows nothing that person typed', async ({
  page,
  api,
  mailbox,
  codeScreen,
  dashboard,
  farmerLogin,
}) => {
  const logIn = async (account: Account) => {
    await farmerLogin.open();
    await farmerLogin.logIn(account);
    await codeScreen.isOpenFor(account.email);
    await codeScreen.type(await mailbox.code(account.email, 2));
    await dashboard.isOpenFor(account);
  };
  const farmName = page.getByLabel('Farm name');
  const openForm = async () => {
    await page.goto('/farmer/dashboard?tab=profile');
    await press(page, 'Edit profile');
  };
  const [first, second] = [await api.farmer(), await api.farmer()];
  await logIn(first);
  await openForm();
  await farmName.fill('Half-typed Farm');
  page.on('dialog', (dialog) => void dialog.accept());
  await openForm();
  await expect(farmName).toHaveValue('Half-typed Farm');
  await page.goto('/farmer/dashboard');
  await dashboard.logout.click();
  await inDialog(page, 'Logout').click();
  await expect(page).toHaveURL('/loginF');
  await logIn(second);
  await openForm();
  await expect(farmName).toHaveValue('My Farm');
});

const refuseCode = (
  page: Page,
  { status, code, message }: { status: number; code: string; message: string },
) =>
  page.route('**/trpc/otp.send*', (route) => {
    const data = { httpStatus: status, code, path: 'otp.send' };
    return route.fulfill({ status, json: [{ error: { message, code: -32603, data } }] });
  });

test('the login says why no code was mailed, and Resend asks for the password if nobody has it any more', async ({
  page,
  api,
  buyerLogin,
  codeScreen,
}) => {
  const account = await api.buyer();
  await page.clock.install();
  await buyerLogin.open();
  const message = 'Failed to send OTP. Please try again.';
  await refuseCode(page, { status: 503, code: 'CODE_MAIL_FAILED', message });
  await buyerLogin.logIn(account);
  await shows(page, message);
  await expect(buyerLogin.submit).toBeEnabled();
  await page.unroute('**/trpc/otp.send*');

  await buyerLogin.submit.click();
  await codeScreen.isOpenFor(account.email);
  await page.reload();
  await codeScreen.isOpenFor(account.email);
  await page.clock.fastForward(OTP_VALIDITY_SECONDS * 1000);
  await shows(page, 'Code has expired');
  // Only the page's clock has moved on ten minutes, so the server's answer for that time is
  // simulated.
  await refuseCode(page, { status: 401, code: 'LOGIN_FAILED', message: 'Login failed.' });
  await codeScreen.resend.click();
  await shows(page, 'Enter your password again to get a new code.');
  await expect(buyerLogin.password).toHaveValue('');
});

test('a link below a field can be clicked although the blur moves it, and an empty form says what to correct', async ({
  page,
  buyerLogin: login,
}) => {
  await login.open();
  await login.email.focus();
  const link = page.getByRole('link', { name: 'Join as Buyer' });
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error('The link has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // By now every effect of the blur has happened.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
  await expect(page).toHaveURL('/signup');

  await login.open();
  await login.submit.click();
  await shows(page, 'Please fix the errors below');
  await shows(page, 'Email is required');
  await shows(page, 'Password is required');
  await expect(login.email).toBeFocused();
});

test('a wrong password gets an error; the right one of the other role leads to its login', async ({
  page,
  api,
  buyerLogin,
}) => {
  const farmer = await api.farmer();
  await buyerLogin.open();
  await buyerLogin.logIn({ ...farmer, password: 'Wrong-2026' });
  const failed = page.getByText('Login failed. Please check your credentials and try again.');
  await shows(failed);
  await buyerLogin.password.fill('Another-1');
  await expect(failed).toBeHidden();
  await page.context().setOffline(true);
  await buyerLogin.submit.click();
  await shows(page, /^Cannot connect to backend server\./);
  await page.context().setOffline(false);
  await buyerLogin.logIn(farmer);
  await shows(page, "This is a farmer's account. Use Farmer Login.");
  await page.getByRole('main').getByRole('link', { name: 'Farmer Login' }).click();
  await expect(page).toHaveURL('/loginF');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(farmer.email);
});
