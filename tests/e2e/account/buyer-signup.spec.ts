import { uniqueEmail } from '#tests/e2e/api.ts';
import { button, expect, link, press, shows, test } from '#tests/e2e/fixtures.ts';
import { readStorages } from '#tests/e2e/pages/dashboard-page.ts';

test("each field of a buyer's sign-up shows its error while typing", async ({
  page,
  buyerSignup,
}) => {
  await buyerSignup.open();
  await buyerSignup.password.fill('password');
  for (const [field, typed, sentence] of [
    [buyerSignup.firstName, 'A', 'Must be at least 2 characters'],
    [buyerSignup.email, 'achieng@', 'Please enter a valid email address'],
    [buyerSignup.confirmPassword, 'passwort', 'Passwords do not match'],
  ] as const) {
    await expect(page.getByText('Confirm password is required')).toBeHidden();
    await field.fill(typed);
    await shows(page, sentence, { exact: true });
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  const differ = page.getByText('Passwords do not match');
  await buyerSignup.password.fill('passwort');
  await expect(differ).toBeHidden();
  await buyerSignup.password.fill('Mavuno-2028');
  await shows(differ);
  await buyerSignup.firstName.fill('');
  await shows(page, 'First name is required');
  await buyerSignup.terms.check();
  await expect(buyerSignup.submit).toBeEnabled();
  await buyerSignup.submit.click();
  const banner = page.getByText('Please fill in all fields correctly and agree to the terms');
  await shows(banner);
  await expect(buyerSignup.firstName).toBeFocused();
  await shows(page, 'National ID is required');
  await buyerSignup.firstName.fill('Achieng');
  await expect(banner).toBeHidden();
});

test("a buyer's sign-up that fails keeps what was typed, and reports a taken email at its field", async ({
  page,
  context,
  buyerSignup,
  codeScreen,
  api,
}) => {
  const { email: taken } = await api.buyer();
  const email = uniqueEmail('changed');
  await buyerSignup.open();
  await buyerSignup.fill(taken);
  await context.setOffline(true);
  await buyerSignup.submit.click();
  await shows(page, 'Registration failed. Please check your connection and try again.');
  await context.setOffline(false);
  await expect(buyerSignup.password).not.toHaveValue('');
  await buyerSignup.submit.click();
  await shows(page, 'This email already has an account. Log in instead.');
  await expect(buyerSignup.email).toBeFocused();

  await buyerSignup.email.fill(email);
  await buyerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await buyerSignup.backToForm.click();
  await buyerSignup.firstName.fill('Akinyi');
  await buyerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await shows(page, 'We have just sent this email a code.');
  await shows(page, /^New code in (1:00|0:\d\d)$/);
  await expect(codeScreen.resendLater).toBeDisabled();
});

test("a buyer's sign-up survives a reload, except its passwords, and asks before it is left", async ({
  page,
  buyerSignup,
  codeScreen,
  mailbox,
}) => {
  const email = uniqueEmail('reload');
  await buyerSignup.open();
  await buyerSignup.fill(email);
  const signIn = link(page, 'Sign in here');
  await signIn.click();
  const dialog = page.getByRole('dialog', { name: 'Leave this form?' });
  await shows(dialog);
  await expect(button(dialog, 'Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(buyerSignup.firstName).toHaveValue('Achieng');

  await page.reload();
  await expect(buyerSignup.firstName).toHaveValue('Achieng');
  await expect(buyerSignup.email).toHaveValue(email);
  await expect(buyerSignup.terms).toBeChecked();
  await expect(buyerSignup.password).toHaveValue('');
  expect(JSON.stringify(await readStorages(page))).not.toContain('Mavuno');
  await signIn.click();
  await press(dialog, 'Leave');
  await expect(page).toHaveURL('/login');

  await buyerSignup.open();
  await buyerSignup.signUp(email);
  await codeScreen.isOpenFor(email);
  await buyerSignup.backToForm.click();
  await expect(buyerSignup.email).toHaveValue(email);
  await expect(buyerSignup.terms).toBeChecked();
  await buyerSignup.submit.click();
  await codeScreen.isOpenFor(email);
  await page.reload();
  await codeScreen.isOpenFor(email);
  await codeScreen.type(await mailbox.code(email));
  await expect(page).toHaveURL('/buyer-dashboard');
  expect((await readStorages(page)).session).not.toHaveProperty('draft:buyerSignup');
});
