import { uniqueEmail, wrongCode } from '#tests/e2e/api.ts';
import { expect, heading, link, press, shows, test } from '#tests/e2e/fixtures.ts';

const NEW_PASSWORD = 'Mahindi-2026';

test('a forgotten password is replaced with a mailed code, and an unknown email gets the same answer', async ({
  page,
  api,
  mailbox,
  buyerLogin,
  forgotPassword,
  codeScreen,
}) => {
  const account = await api.buyer();
  const unknown = uniqueEmail('unknown');
  await buyerLogin.open();
  await link(page, 'Forgot Password?').click();
  // The URL changes before the screen does, and both screens have an email field.
  await shows(heading(page, 'password', 1));
  await forgotPassword.askFor('not an address');
  await shows(page, 'Please enter a valid email address');
  const askFor = async (email: string) => {
    await forgotPassword.askFor(email);
    await codeScreen.isOpenFor(email);
    await shows(page, 'reset your password');
    await shows(page, 'If there is an account with this email, we have sent it a code.');
    await shows(codeScreen.countdown);
  };
  const invalid = page.getByText('Invalid or expired OTP. Please try again.');
  await askFor(unknown);
  await codeScreen.type('123456');
  await shows(invalid);
  await press(page, 'Use another email');
  await expect(forgotPassword.email).toHaveValue(unknown);

  await askFor(account.email);
  const code = await mailbox.code(account.email, 2);
  await codeScreen.type(wrongCode(code));
  await shows(invalid);
  await codeScreen.type(code);
  await expect(forgotPassword.newPassword).toBeFocused();
  await forgotPassword.choose(NEW_PASSWORD);
  await shows(page, 'Your password was changed. Please log in with the new one.');
  await expect(page).toHaveURL('/login');
  await buyerLogin.logIn({ ...account, password: NEW_PASSWORD });
  await codeScreen.isOpenFor(account.email);
});
