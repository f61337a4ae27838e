import { readFile } from 'node:fs/promises';
import { button, expect, inDialog, PASSWORD, press, shows, test } from '#tests/e2e/fixtures.ts';

test('an empty cart leads to the market; the name with the shop and the address are edited, each in its row', async ({
  page,
  buyer: _,
  dashboard,
}) => {
  await page.goto('/buyer-dashboard?tab=cart');
  await press(page, 'Continue Shopping');
  const browse = page.getByRole('banner').getByRole('link', { name: 'Browse Products' });
  await expect(browse).toHaveAttribute('aria-current', 'page');
  await page.goto('/buyer-dashboard?tab=profile');
  await expect(browse).not.toHaveAttribute('aria-current');

  const name = dashboard.row('Achieng Otieno');
  await expect(name.locator('summary')).toContainText('Achieng Otieno Business');
  await dashboard.toggleRow('Achieng Otieno');
  await page.getByLabel('First name').fill('Amina');
  await dashboard.toggleRow('Achieng Otieno');
  await expect(page.getByLabel('First name')).toBeHidden();
  await dashboard.toggleRow('Achieng Otieno');
  await expect(page.getByLabel('First name')).toHaveValue('Amina');
  await page.getByLabel('Shop name').fill('Duka la Amina');
  await press(name, 'Save changes');
  await shows(page, 'Profile saved');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina');

  const address = dashboard.row('Delivery address');
  await dashboard.toggleRow('Delivery address');
  await address.getByLabel('Delivery address').fill('Blue gate, Moi Road');
  await address.getByLabel('Town or city').fill('Nakuru');
  await press(address, 'Save changes');
  await expect(address.locator('summary')).toContainText('Blue gate, Moi Road, Nakuru');
  await page.reload();
  await expect(dashboard.row('Amina Otieno')).toContainText('Duka la Amina');
  await expect(address).toContainText('Blue gate, Moi Road, Nakuru');
});

test('logging out everywhere ends every session', async ({ page, api, buyer, dashboard }) => {
  const other = await api.logIn(buyer, 'buyer');
  await page.goto('/buyer-dashboard?tab=profile');
  const row = dashboard.row('Your devices');
  await expect(row).toContainText('2');
  await dashboard.openAccount();
  await dashboard.toggleRow('Your devices');
  await shows(row, 'This device', { exact: true });
  await press(page, 'Log out everywhere');
  await inDialog(page, 'Log out everywhere').click();
  await expect(page).toHaveURL('/login');
  expect((await api.read(other, 'buyer/profile')).status()).toBe(401);
});

test('a buyer changes the password, downloads the data, and deletes the account with the new password', async ({
  page,
  api,
  dashboard,
}) => {
  const account = await api.buyer();
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  const wrong = 'Wrong password. Try again.';
  const next = 'Shamba-jipya-2027';
  await dashboard.openAccount();
  await dashboard.toggleRow('Change password');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  for (const label of ['New password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill(next);
  await press(page, 'Change password');
  await shows(page, 'Your password was changed.');

  await dashboard.toggleRow('Download my data');
  const downloading = page.waitForEvent('download');
  await press(page, 'Download my data');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sokoshamba-\d{4}-\d{2}-\d{2}\.json$/);
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(file.account.email).toBe(account.email);
  await shows(page, 'Saved in your downloads.');

  await press(page, 'Delete my account');
  const dialog = page.getByRole('dialog', { name: `Delete the account ${account.email}?` });
  await expect(button(dialog, 'Cancel')).toBeFocused();
  const confirm = async (password: string) => {
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await press(dialog, 'Delete forever');
  };
  await confirm(PASSWORD);
  await shows(dialog, wrong);
  await confirm(next);
  await expect(page).toHaveURL('/');
  // Repeated, because the server may just be closing the idle connection.
  await expect(async () => {
    expect((await api.read(account.token, 'buyer/profile')).status()).toBe(401);
  }).toPass();
});
