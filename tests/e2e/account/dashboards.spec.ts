import { readFileSync } from 'node:fs';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { readStorages } from '#tests/e2e/pages/dashboard-page.ts';

const expired = 'Your session has expired. Please login again.';

test('without a session the buyer dashboard redirects to the login', async ({ page }) => {
  await page.goto('/buyer-dashboard');
  await expect(page).toHaveURL('/login');
});

test('without a session the farmer dashboard asks to log in', async ({ page }) => {
  await page.goto('/farmer/dashboard');
  await expect(page.getByText('Please login to continue')).toBeVisible();
  await expect(page).toHaveURL('/loginF');
});

test("a buyer at the farmer's dashboard is denied access and sent to the buyer's (§6)", async ({
  page,
  accounts,
  dashboard,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/farmer/dashboard');
  await expect(
    page.getByText('Access denied. You do not have permission to access farmer resources.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/buyer-dashboard');
});

test("a farmer's dashboard requests products, orders, payments and profile in parallel on entry (§7, row 9)", async ({
  page,
  accounts,
  dashboard,
}) => {
  const account = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...account,
    token: await accounts.logIn(account, 'farmer'),
  });
  const wanted = [
    'farmer.products.list',
    'farmer.orders.list',
    'farmer.payments.list',
    'farmer.profile',
  ];
  const asked = new Set<string>();
  // No request is answered, so none can wait for another's answer.
  await page.route('**/trpc/**', (route) => {
    const { pathname } = new URL(route.request().url());
    for (const name of decodeURIComponent(pathname.slice('/trpc/'.length)).split(','))
      asked.add(name);
  });
  await page.goto('/farmer/dashboard');
  await expect.poll(() => wanted.filter((name) => !asked.has(name))).toEqual([]);
});

test('a buyer sees the profile and logs out: the token ends on the server too', {
  tag: '@journey',
}, async ({ page, accounts, dashboard, request }) => {
  const account = await accounts.buyer();
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  await expect(page.getByText(account.email)).toBeVisible();
  await dashboard.logout.click();
  await page
    .getByRole('dialog', { name: 'Log out of SokoShamba?' })
    .getByRole('button', { name: 'Logout' })
    .click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  const { session, local } = await readStorages(page);
  for (const key of ['authToken', 'userId', 'buyerId', 'userType', 'userEmail']) {
    expect(session).not.toHaveProperty(key);
    expect(local).not.toHaveProperty(key);
  }
  const answer = await request.get('/api/buyer/profile', {
    headers: { authorization: `Bearer ${account.token}` },
  });
  expect(answer.status()).toBe(401);
});

test("'Logout redirects after 1 second' whatever the server does, and the session's values are gone at once", async ({
  page,
  accounts,
  dashboard,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard?tab=profile');
  await page.route('**/trpc/auth.logout*', () => {
    // Never answered.
  });
  await dashboard.logout.click();
  const sent = page.waitForRequest('**/trpc/auth.logout*');
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  const token = await page.evaluate(() => sessionStorage.getItem('authToken'));
  const pressedAt = Date.now();
  expect(token).toBeNull();
  expect((await sent).headers().authorization).toMatch(/^Bearer ./);
  await expect(page).toHaveURL('/login');
  expect(Date.now() - pressedAt).toBeLessThan(3000);
});

test('a farmer confirms logging out, with the focus on Cancel', async ({
  page,
  accounts,
  dashboard,
}) => {
  const account = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...account,
    token: await accounts.logIn(account, 'farmer'),
  });
  await page.goto('/farmer/dashboard');
  await expect(page.getByText('My Farm').first()).toBeVisible();
  await dashboard.logout.click();
  const dialog = page.getByRole('dialog', { name: 'Log out of SokoShamba?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/farmer/dashboard');
  await dashboard.logout.click();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/loginF');
  expect((await readStorages(page)).session).not.toHaveProperty('authToken');
});

for (const role of ['buyer', 'farmer'] as const) {
  test(`a ${role}'s expired session is reported, and the login opens`, async ({
    page,
    dashboard,
  }) => {
    const account = {
      email: 'a@b.example',
      password: '',
      firstName: 'Asha',
      lastName: 'Ali',
      token: 'no-such-token',
    };
    await dashboard.keepSession(role, account);
    await page.goto(role === 'farmer' ? '/farmer/dashboard' : '/buyer-dashboard');
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText(expired),
    ).toBeVisible();
    expect((await readStorages(page)).session).not.toHaveProperty('authToken');
    await expect(page).toHaveURL(role === 'farmer' ? '/loginF' : '/login');
  });
}

test('a dashboard that cannot reach the server offers a retry', async ({
  page,
  accounts,
  dashboard,
}) => {
  const account = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...account,
    token: await accounts.logIn(account, 'farmer'),
  });
  let isCut = true;
  await page.route('**/trpc/**', (route) => (isCut ? route.abort() : route.continue()));
  await page.goto('/farmer/dashboard');
  await expect(
    page
      .getByText('Cannot connect to backend server. Please check your internet connection.')
      .first(),
  ).toBeVisible({
    timeout: 15_000,
  });
  // Caused by the press, because the page also retries by itself.
  await page.exposeFunction('mendLine', () => {
    isCut = false;
  });
  const retry = page.getByRole('button', { name: 'Retry' }).first();
  await retry.evaluate((button) =>
    button.addEventListener('click', () => Reflect.get(window, 'mendLine')(), true),
  );
  await retry.click();
  await expect(page.getByText('My Farm').first()).toBeVisible();
});

test('a user downloads their data from the settings, and is told when it is too often', async ({
  page,
  accounts,
  dashboard,
}) => {
  const account = await accounts.buyer();
  await dashboard.keepSession('buyer', account);
  await page.goto('/buyer-dashboard?tab=profile');
  await dashboard.toggleRow('Download my data');
  const button = page.getByRole('button', { name: 'Download my data' });
  const downloading = page.waitForEvent('download');
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sokoshamba-\d{4}-\d{2}-\d{2}\.json$/);
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    account: { email: string };
  };
  expect(file.account.email).toBe(account.email);
  await expect(page.getByText('Your data is in your downloads folder.')).toBeVisible();

  const headers = { authorization: `Bearer ${account.token}` };
  for (let made = 1; made < 5; made += 1) await page.request.get('/api/auth/export', { headers });
  await button.click();
  await expect(page.getByText(/Too many attempts/)).toBeVisible();
});
