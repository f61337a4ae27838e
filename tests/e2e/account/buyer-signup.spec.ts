import {
  button,
  expect,
  link,
  press,
  readStorages,
  shows,
  test,
  uniqueEmail,
} from '#tests/e2e/fixtures.ts';

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
