import type { Page } from 'playwright/test';
import { OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import { type Account, wrongCode } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { DashboardPage, readStorages } from '#tests/e2e/pages/dashboard-page.ts';

const success = 'Login successful! Redirecting to dashboard...';

for (const { role, dashboardPath } of [
  { role: 'buyer', dashboardPath: '/buyer-dashboard' },
  { role: 'farmer', dashboardPath: '/farmer/dashboard' },
] as const) {
  for (const isRemembered of [false, true]) {
    const tag = isRemembered === (role === 'buyer') ? '@journey' : [];
    test(`a ${role} logs in ${isRemembered ? 'and is remembered' : 'for this tab'}`, {
      tag,
    }, async ({ page, accounts, mailbox, codeScreen, dashboard, buyerLogin, farmerLogin }) => {
      const account = await accounts[role]();
      const login = role === 'farmer' ? farmerLogin : buyerLogin;
      await login.open();
      if (isRemembered) await login.rememberMe.check();
      await login.logIn(account);
      await codeScreen.isOpenFor(account.email);
      await expect(page.getByText('complete your login')).toBeVisible();
      await codeScreen.type(await mailbox.code(account.email, 2));

      await expect(
        page.getByRole('region', { name: 'Notifications' }).getByText(success),
      ).toBeVisible();
      await expect(page).toHaveURL(dashboardPath);
      await dashboard.isOpenFor(account);
      await expectKept(page, { role, isRemembered, email: account.email });
      if (isRemembered) {
        const later = await page.context().newPage();
        await later.goto(dashboardPath);
        await new DashboardPage(later).isOpenFor(account);
      }
    });
  }
}

test('a login after somebody else in the same tab shows nothing that person typed', async ({
  page,
  accounts,
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
    await dashboard.toggleRow('Your farm');
    await page.getByRole('button', { name: 'Edit profile' }).click();
  };
  const [first, second] = [await accounts.farmer(), await accounts.farmer()];
  await logIn(first);
  await openForm();
  await farmName.fill('Half-typed Farm');
  page.on('dialog', (dialog) => void dialog.accept());
  await openForm();
  await expect(farmName).toHaveValue('Half-typed Farm');
  await page.goto('/farmer/dashboard');
  await dashboard.logout.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/loginF');
  await logIn(second);
  await openForm();
  await expect(farmName).toHaveValue('My Farm');
});

test('a second tab of a session that is not remembered explains why it needs a login', async ({
  page,
  context,
  accounts,
  buyerLogin,
  codeScreen,
  dashboard,
  mailbox,
}) => {
  const account = await accounts.buyer();
  await buyerLogin.open();
  await expect(page.getByText('Stay logged in on this device for 30 days')).toBeVisible();
  await buyerLogin.logIn(account);
  await codeScreen.isOpenFor(account.email);
  await codeScreen.type(await mailbox.code(account.email, 2));
  await dashboard.isOpenFor(account);
  const second = await context.newPage();
  await second.goto('/buyer-dashboard');
  await expect(
    second.getByText('You are logged in, but only in the tab where you logged in.'),
  ).toBeVisible();
});

async function expectKept(
  page: Page,
  { role, isRemembered, email }: { role: string; isRemembered: boolean; email: string },
) {
  const { local, session } = await readStorages(page);
  const [kept, other] = isRemembered ? [local, session] : [session, local];
  expect(kept.authToken).toBeTruthy();
  expect(kept.userType).toBe(role);
  expect(role === 'farmer' ? JSON.parse(kept.userData ?? '{}').email : kept.userEmail).toBe(email);
  expect(other).not.toHaveProperty('authToken');
  expect(JSON.stringify({ local, session })).not.toContain('Mavuno');
}

/** Makes a procedure fail as the server would. */
const answerWith = (
  page: Page,
  procedure: string,
  { status, code, message }: { status: number; code: string; message: string },
) =>
  page.route(`**/trpc/${procedure}*`, (route) => {
    const error = { message, code: -32603, data: { httpStatus: status, code, path: procedure } };
    return route.fulfill({ status, json: [{ error }] });
  });

test('logging in again while the code is valid opens the code screen without another code', async ({
  page,
  accounts,
  mailbox,
  buyerLogin,
  codeScreen,
}) => {
  const account = await accounts.buyer();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trpc/otp.send')) asked.push(request.url());
  });
  await buyerLogin.open();
  await buyerLogin.logIn(account);
  await codeScreen.isOpenFor(account.email);
  await page.getByRole('button', { name: 'Back to login' }).click();
  await buyerLogin.submit.click();
  await codeScreen.isOpenFor(account.email);
  expect(asked).toHaveLength(1);
  await expect(codeScreen.countdown).toHaveText(/Code expires in (10:00|9:[345]\d)/);
  const code = await mailbox.code(account.email, 2);
  await codeScreen.type(wrongCode(code));
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();
  await codeScreen.type(code);
  await expect(page).toHaveURL('/buyer-dashboard');
});

test('the code screen survives a reload, and so does "Remember me"', async ({
  page,
  accounts,
  mailbox,
  farmerLogin,
  codeScreen,
}) => {
  const account = await accounts.farmer();
  await farmerLogin.open();
  await farmerLogin.rememberMe.check();
  await farmerLogin.logIn(account);
  await codeScreen.isOpenFor(account.email);
  await page.reload();
  await codeScreen.isOpenFor(account.email);
  await codeScreen.type(await mailbox.code(account.email, 2));
  await expect(page).toHaveURL('/farmer/dashboard');
  expect((await readStorages(page)).local.authToken).toBeTruthy();
});

test('Resend asks for the password again when neither the page nor the server has it any more', async ({
  page,
  accounts,
  buyerLogin,
  codeScreen,
}) => {
  const account = await accounts.buyer();
  await page.clock.install();
  await buyerLogin.open();
  await buyerLogin.logIn(account);
  await codeScreen.isOpenFor(account.email);
  await page.reload();
  await codeScreen.isOpenFor(account.email);
  await page.clock.fastForward(OTP_VALIDITY_SECONDS * 1000);
  // Only the page's clock has moved on ten minutes, so the server's answer for that time is
  // simulated.
  await answerWith(page, 'otp.send', {
    status: 401,
    code: 'LOGIN_FAILED',
    message: 'Login failed.',
  });
  await codeScreen.resend.click();
  await expect(page.getByText('Please enter your password again to get a new code.')).toBeVisible();
  await expect(buyerLogin.password).toHaveValue('');
});

test('when the code cannot be mailed, the form stays open with the reason', async ({
  page,
  buyerLogin,
}) => {
  await buyerLogin.open();
  // To the screen the password is right; it is the mail server that fails.
  await page.route('**/trpc/auth.verifyBuyerCredentials*', (route) =>
    route.fulfill({ json: [{ result: { data: null } }] }),
  );
  const message = 'Failed to send OTP. Please try again.';
  await answerWith(page, 'otp.send', { status: 503, code: 'CODE_MAIL_FAILED', message });
  await buyerLogin.logIn({ email: 'achieng@duka.example', password: 'Mavuno-2026' });
  await expect(page.getByText(message)).toBeVisible();
  await expect(buyerLogin.submit).toBeEnabled();
});

test("the login returns only to pages within the role's own dashboard", async ({
  page,
  accounts,
  mailbox,
  buyerLogin,
  codeScreen,
}) => {
  const account = await accounts.buyer();
  await buyerLogin.open('?redirect=https%3A%2F%2Fevil.example%2Fbuyer-dashboard');
  await buyerLogin.logIn(account);
  await codeScreen.type(await mailbox.code(account.email, 2));
  await expect(page).toHaveURL('/buyer-dashboard');
});
