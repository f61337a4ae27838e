import { expect, test } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';

test('the landing page links to the market, from its header and its first screen', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Market' })
    .click();
  await expect(page).toHaveURL('/market');
  await page.goBack();
  await page
    .getByRole('region', { name: 'Pictures from the market' })
    .getByRole('link', { name: "See today's market" })
    .click();
  await expect(page).toHaveURL('/market');
});

test('the login redirects a logged-in user, and links to the dashboard of the other role', async ({
  page,
  accounts,
  dashboard,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/login?redirect=%2Fbuyer-dashboard%3Ftab%3Dprofile');
  await expect(page).toHaveURL('/buyer-dashboard?tab=profile');
  await page.goto('/loginF');
  await page.getByRole('status').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/buyer-dashboard');
});

test('every dashboard tab has its own title, also when opened directly', async ({
  page,
  accounts,
  dashboard,
}) => {
  const farmer = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...farmer,
    token: await accounts.logIn(farmer, 'farmer'),
  });
  await page.goto('/farmer/dashboard');
  await expect(page).toHaveTitle('Overview · Farmer dashboard · SokoShamba');
  for (const tab of ['Products', 'Inventory', 'Orders']) {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: tab, exact: true })
      .filter({ visible: true })
      .click();
    await expect(page).toHaveTitle(`${tab} · Farmer dashboard · SokoShamba`);
  }
  await page.reload();
  await expect(page).toHaveTitle('Orders · Farmer dashboard · SokoShamba');
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/buyer-dashboard?tab=cart');
  await expect(page).toHaveTitle('Shopping Cart · Buyer dashboard · SokoShamba');
  await page.goto('/waiting');
  await expect(page).toHaveTitle('Waiting to be sent · SokoShamba');
});

test('a dialog opens at its first field, and its buttons stay in sight however long it is', async ({
  page,
  accounts,
  dashboard,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const farmer = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...farmer,
    token: await accounts.logIn(farmer, 'farmer'),
  });
  const farm = new FarmerDashboardPage(page);
  await farm.open('profile');
  await dashboard.toggleRow('Your farm');
  await farm.button('Edit profile').click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(farm.inDialog('Save changes')).toBeInViewport({ ratio: 1 });
  await expect(farm.inDialog('Close')).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Minimum order for delivery (KES)').focus();
  await expect(page.getByLabel('Minimum order for delivery (KES)')).toBeInViewport({ ratio: 1 });
  await farm.inDialog('Cancel').click();
  await dashboard.toggleRow('Your phone number');
  await farm.button('Change phone number').click();
  await expect(page.getByLabel('New phone number')).toBeFocused();
});

test('on a phone a farmer finds Logout in the profile, and every place in the bar, also from messages', async ({
  page,
  accounts,
  dashboard,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const farmer = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...farmer,
    token: await accounts.logIn(farmer, 'farmer'),
  });
  await page.goto('/farmer/dashboard');
  const bar = dashboard.bar;
  await expect(bar).toBeVisible();
  await expect(dashboard.logout).toBeHidden();
  const more = bar.locator('summary');
  await more.click();
  await bar.getByRole('link', { name: 'Messages' }).click();
  await expect(page).toHaveURL('/messages');
  await expect(more).toHaveText('Messages');
  await more.click();
  await bar.getByRole('link', { name: 'Market prices' }).click();
  await expect(page).toHaveURL('/prices');
  await expect(more).toHaveText('Market prices');
  await more.click();
  await bar.getByRole('link', { name: 'Profile' }).click();
  await dashboard.logout.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/loginF');
});

test("a farmer's sidebar stays beside messages and notifications, and the logo leads to the dashboard", async ({
  page,
  accounts,
  dashboard,
}) => {
  const farmer = await accounts.farmer();
  await dashboard.keepSession('farmer', {
    ...farmer,
    token: await accounts.logIn(farmer, 'farmer'),
  });
  await page.goto('/messages');
  const places = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(places.getByRole('link', { name: 'Messages' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goto('/notifications');
  await places.getByRole('link', { name: 'Inventory' }).click();
  await expect(page).toHaveURL('/farmer/dashboard?tab=inventory');
  await expect(places.locator('[aria-current=page]')).toHaveText('Inventory');
  await page.goto('/messages');
  await page.getByRole('banner').getByRole('link', { name: 'SokoShamba' }).click();
  await expect(page).toHaveURL('/farmer/dashboard');
});
