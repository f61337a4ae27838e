import { readFile } from 'node:fs/promises';
import { PASSWORD } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';

test('an empty cart leads to the market; the name, the shop and the address are edited, each in its row', async ({
  page,
  buyer: _,
  dashboard,
}) => {
  await page.goto('/buyer-dashboard?tab=cart');
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  const browse = page.getByRole('tab', { name: 'Browse Products' });
  await expect(browse).toHaveAttribute('aria-selected', 'true');
  await page.goto('/buyer-dashboard?tab=profile');

  const name = dashboard.row('Achieng Otieno');
  await expect(dashboard.row('Shop name')).toContainText('Achieng Otieno Business');
  await dashboard.toggleRow('Achieng Otieno');
  await page.getByLabel('First name').fill('Amina');

  // Opening, changing and closing another row keeps what was typed in this one.
  await dashboard.toggleRow('Shop name');
  const shop = dashboard.row('Shop name');
  await shop.getByRole('textbox').fill('Duka la Amina');
  await shop.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await dashboard.toggleRow('Achieng Otieno');
  await expect(page.getByLabel('First name')).toBeHidden();
  await dashboard.toggleRow('Achieng Otieno');
  await expect(page.getByLabel('First name')).toHaveValue('Amina');
  await name.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amina');

  const address = dashboard.row('Delivery address');
  await dashboard.toggleRow('Delivery address');
  await address.getByLabel('Delivery address').fill('Blue gate, Moi Road');
  await address.getByLabel('Town or city').fill('Nakuru');
  await address.getByRole('button', { name: 'Save changes' }).click();
  await expect(address.locator('summary')).toContainText('Blue gate, Moi Road, Nakuru');
  await page.reload();
  await expect(dashboard.row('Amina Otieno')).toBeVisible();
  await expect(shop).toContainText('Duka la Amina');
  await expect(address).toContainText('Blue gate, Moi Road, Nakuru');
});

test('logging out everywhere ends every session', async ({
  page,
  accounts,
  buyer,
  dashboard,
  request,
}) => {
  const other = await accounts.logIn(buyer, 'buyer');
  await page.goto('/buyer-dashboard?tab=profile');
  const row = dashboard.row('Where you are logged in');
  await expect(row).toContainText('2 devices');
  await dashboard.toggleRow('Where you are logged in');
  await expect(row.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  const headers = { authorization: `Bearer ${other}` };
  expect((await request.get('/api/buyer/profile', { headers })).status()).toBe(401);
});

test('a buyer changes the password, downloads the data, and deletes the account with the new password', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer();
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  const wrong = 'This password is not right. Please try again.';
  const next = 'Shamba-jipya-2027';
  await dashboard.toggleRow('Change password');
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  for (const label of ['New password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();

  await dashboard.toggleRow('Download my data');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sokoshamba-\d{4}-\d{2}-\d{2}\.json$/);
  const file = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(file.account.email).toBe(account.email);
  await expect(page.getByText('Your data is in your downloads folder.')).toBeVisible();
  const headers = { authorization: `Bearer ${account.token}` };

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the account ${account.email}?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const confirm = async (password: string) => {
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Delete forever' }).click();
  };
  // The old password is not right any more.
  await confirm(PASSWORD);
  await expect(dialog.getByText(wrong)).toBeVisible();
  await confirm(next);
  await expect(page).toHaveURL('/');
  // Repeated, because the server may just be closing the idle connection.
  await expect(async () => {
    expect((await request.get('/api/buyer/profile', { headers })).status()).toBe(401);
  }).toPass();
});
