import {
  button,
  expect,
  link,
  PASSWORD,
  type Page,
  test,
  uniqueEmail,
} from '#tests/e2e/fixtures.ts';

async function tabTo(page: Page, role: 'textbox' | 'button', name: string) {
  const target = page.getByRole(role, { name, exact: true });
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to the ${role} "${name}"`);
}

test('a buyer signs up and logs out without a mouse, and a page begins with a link to its content', async ({
  page,
  mailbox,
  buyerSignup,
  buyerLogin,
  codeScreen,
  dashboard,
}) => {
  const email = uniqueEmail('keys');
  await buyerSignup.open();
  const typed = [
    ['First name', 'Achieng'],
    ['Last name', 'Otieno'],
    ['Phone number', '0712345678'],
    ['Email', email],
    ['National ID', '12345678'],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const;
  for (const [name, text] of typed) {
    await tabTo(page, 'textbox', name);
    await page.keyboard.type(text);
  }
  while (!(await buyerSignup.terms.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Create account');
  await page.keyboard.press('Enter');
  await codeScreen.isOpenFor(email);
  await tabTo(page, 'button', 'Back to Form');
  await page.keyboard.press('Enter');
  await expect(buyerSignup.email).toHaveValue(email);
  await tabTo(page, 'button', 'Create account');
  await page.keyboard.press('Enter');
  await codeScreen.isOpenFor(email);
  await page.keyboard.type(await mailbox.code(email));
  await expect(page).toHaveURL('/buyer-dashboard');
  await dashboard.isOpenFor({ firstName: 'Achieng' });
  await tabTo(page, 'button', 'Logout');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');

  await buyerLogin.open();
  await page.keyboard.press('Tab');
  await expect(link(page, 'Skip to the content')).toBeFocused();
});
