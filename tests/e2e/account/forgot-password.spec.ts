import { uniqueEmail, wrongCode } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';

const NEW_PASSWORD = 'mahindi';

test('a forgotten password is replaced with a code from the mail', async ({
  page,
  accounts,
  mailbox,
  farmerLogin,
  forgotPassword,
  codeScreen,
}) => {
  const account = await accounts.farmer();
  await farmerLogin.open();
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  // The URL changes before the screen does, and both screens have an email field.
  await expect(page.getByRole('heading', { level: 1, name: 'password' })).toBeVisible();
  await forgotPassword.askFor(account.email);
  await codeScreen.isOpenFor(account.email);
  await expect(page.getByText('reset your password')).toBeVisible();

  const code = await mailbox.code(account.email, 2);
  await codeScreen.type(wrongCode(code));
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();
  await codeScreen.type(code);

  await expect(forgotPassword.newPassword).toBeFocused();
  // The farmer's password rule is laxer than the buyer's.
  await forgotPassword.choose('mboga');
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await forgotPassword.choose(NEW_PASSWORD);
  await expect(
    page.getByText('Your password was changed. Please log in with the new one.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/loginF');

  await farmerLogin.logIn({ ...account, password: NEW_PASSWORD });
  await codeScreen.isOpenFor(account.email);
});

test('an unknown email gets the same answer', async ({ page, forgotPassword, codeScreen }) => {
  const email = uniqueEmail('unknown');
  await page.goto('/forgot-password');
  await forgotPassword.askFor(email);
  await codeScreen.isOpenFor(email);
  await expect(
    page.getByText('If there is an account with this email, we have sent it a code.'),
  ).toBeVisible();
  await expect(codeScreen.countdown).toBeVisible();
  await codeScreen.type('123456');
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();
});

test('another email can be entered', async ({ page, forgotPassword, codeScreen }) => {
  const email = uniqueEmail('typo');
  await page.goto('/forgot-password');
  await forgotPassword.askFor('not an address');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await forgotPassword.askFor(email);
  await codeScreen.isOpenFor(email);
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(forgotPassword.email).toHaveValue(email);
});
