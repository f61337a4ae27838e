import { readFile } from 'node:fs/promises';
import { PASSWORD } from '#tests/e2e/accounts.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test('a buyer fills the cart, changes it, and undoes a removal', { tag: '@journey' }, async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const word = uniqueWord();
  const { ids } = await offer(request, accounts, [
    { name: `${word} beans`, price: 120.5, quantity: 2100 },
  ]);
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard?tab=cart');
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page.getByRole('tab', { name: 'Browse Products' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.goto(`/market/${ids[0]}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText(`2 kg of ${word} beans in your cart`)).toBeVisible();
  await page.getByRole('link', { name: 'Shopping Cart, 1 product' }).click();
  const cart = page.getByRole('tabpanel');
  await expect(cart.getByText('KES 241.00').filter({ visible: true }).first()).toBeVisible();
  await expectNoAxeViolations();
  const quantity = cart.getByRole('textbox', { name: `Quantity of ${word} beans` });
  // Thousands with a comma, as people here write them; text that is not a number changes nothing.
  for (const [typed, becomes] of [
    ['1,200', '1200'],
    ['1.200,5', '1200'],
    ['9999', '2100'],
  ] as const) {
    await quantity.fill(typed);
    await quantity.press('Enter');
    await expect(quantity).toHaveValue(becomes);
  }
  await cart.getByRole('button', { name: `Remove ${word} beans from the cart` }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
  await cart.getByRole('button', { name: 'Undo' }).click();
  await expect(quantity).toHaveValue('2100');
});

test('the four tabs are kept in the address, and axe finds nothing wrong with any', async ({
  page,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard');
  for (const [name, tab] of [
    ['My Orders', 'orders'],
    ['Profile', 'profile'],
    ['Shopping Cart', 'cart'],
  ] as const) {
    await page.getByRole('tab', { name }).click();
    await expect(page).toHaveURL(`/buyer-dashboard?tab=${tab}`);
    await expectNoAxeViolations();
  }
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true');
});

test("a buyer edits the name, the shop's name and the address, each in its row, and takes over the address of the last order", async ({
  page,
  accounts,
  dashboard,
}) => {
  const id = 7;
  await dashboard.keepSession('buyer', { ...(await accounts.buyer()), id });
  await page.route('**/trpc/buyer.profile*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/"id":\d+/, `"id":${id}`),
    });
  });
  await page.evaluate(
    (key) =>
      localStorage.setItem(
        key,
        JSON.stringify({
          deliveryAddress: 'Blue gate, Moi Road',
          ...{ latitude: '-1', longitude: '36', placeName: 'Nakuru' },
        }),
      ),
    `lastDelivery ${id}`,
  );
  await page.goto('/buyer-dashboard?tab=profile');
  const name = dashboard.row('Achieng Otieno');
  await expect(dashboard.row('Shop name')).toContainText('Achieng Otieno Business');
  await dashboard.toggleRow('Achieng Otieno');
  await page.getByLabel('First name').fill('A');
  await name.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Must be at least 2 characters')).toBeVisible();
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
  await expect(address).toContainText('Last delivery: Blue gate, Moi Road');
  await dashboard.toggleRow('Delivery address');
  await address.getByRole('button', { name: 'Use this address' }).click();
  await address.getByLabel('Town or city').fill('Nakuru');
  await address.getByRole('button', { name: 'Save changes' }).click();
  await expect(address.locator('summary')).toContainText('Blue gate, Moi Road, Nakuru');
  await expect(address).not.toContainText('Last delivery');
  await page.reload();
  await expect(dashboard.row('Amina Otieno')).toBeVisible();
  await expect(shop).toContainText('Duka la Amina');
  await expect(address).toContainText('Blue gate, Moi Road, Nakuru');
});

test('a password can be changed by giving the old one', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer();
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  await dashboard.toggleRow('Change password');
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password', { exact: true }).fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm password', { exact: true }).fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('Not-my-password-1', 'Shamba-jipya-2027');
  await expect(page.getByText('This password is not right. Please try again.')).toBeVisible();
  await change(PASSWORD, 'Shamba-jipya-2027');
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  const outcomes = [PASSWORD, 'Shamba-jipya-2027'].map(async (password) => {
    const answer = await request.post('/api/auth/buyer/verify-credentials', {
      data: { email: account.email, password },
    });
    return answer.status();
  });
  expect(await Promise.all(outcomes)).toEqual([401, 200]);
});

test('a buyer downloads their data as a file, and deletes the account with its password', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer('duka-la-mama-achieng-karibu-na-soko-kuu-la-nakuru');
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  await dashboard.toggleRow('Download my data');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await downloading;
  expect(await readFile(await download.path(), 'utf8')).toContain(account.email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete the account ${account.email}?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // The longest address takes two lines and does not widen the dialog.
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
  await dialog.getByLabel('Password', { exact: true }).fill('Not-my-password-1');
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(dialog.getByText('This password is not right. Please try again.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete forever' }).click();
  await expect(page).toHaveURL('/');
  // Repeated, because the server may just be closing the idle connection.
  await expect(async () => {
    const answer = await request.get('/api/buyer/profile', {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect(answer.status()).toBe(401);
  }).toPass();
});

test('logging out everywhere ends every session', async ({
  page,
  accounts,
  dashboard,
  request,
}) => {
  const account = await accounts.buyer();
  const other = await accounts.logIn(account, 'buyer');
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  const row = dashboard.row('Where you are logged in');
  await expect(row).toContainText('2 devices');
  await dashboard.toggleRow('Where you are logged in');
  await expect(row.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/login');
  const answer = await request.get('/api/buyer/profile', {
    headers: { authorization: `Bearer ${other}` },
  });
  expect(answer.status()).toBe(401);
});
