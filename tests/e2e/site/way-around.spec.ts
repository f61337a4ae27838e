import { test as base, expect, heading, inDialog, link, shows } from '#tests/e2e/fixtures.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';

const test = base.extend<{ farm: FarmerDashboardPage }>({
  farm: async ({ page, api, dashboard }, use) => {
    const account = await api.farmer();
    const token = await api.logIn(account, 'farmer');
    await dashboard.keepSession('farmer', { ...account, token });
    await use(new FarmerDashboardPage(page));
  },
});

base(
  'pages that need a login lead to it and back, and a login page redirects a buyer who is logged in',
  async ({ page, api, dashboard }) => {
    for (const path of ['/checkout', '/notifications', '/messages?product=5']) {
      await page.goto(path);
      await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(path)}`);
    }
    await dashboard.keepSession('buyer', await api.buyer());
    await page.goto('/login?redirect=%2Fbuyer-dashboard%3Ftab%3Dprofile');
    await expect(page).toHaveURL('/buyer-dashboard?tab=profile');
    await page.goto('/loginF');
    await page.getByRole('status').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/buyer-dashboard');
  },
);

test("a farmer's sidebar stays beside messages and notifications, and the logo leads to the dashboard", async ({
  page,
  farm: _,
}) => {
  await page.goto('/messages');
  const places = page.getByRole('navigation', { name: 'Dashboard' });
  const current = places.locator('[aria-current=page]');
  await expect(current).toHaveText('Messages');
  await page.goto('/notifications');
  await link(places, 'Inventory').click();
  await expect(page).toHaveURL('/farmer/dashboard?tab=inventory');
  await expect(current).toHaveText('Inventory');
  await page.goto('/messages');
  await page.getByRole('banner').getByRole('link', { name: 'SokoShamba' }).click();
  await expect(page).toHaveURL('/farmer/dashboard');
});

test('on a phone a dialog keeps its buttons in sight, and the bar leads a farmer to every place', async ({
  page,
  farm,
  dashboard,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await farm.open('profile');
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

  await page.setViewportSize({ width: 360, height: 800 });
  await farm.open();
  const bar = dashboard.bar;
  await shows(bar);
  const more = bar.locator('summary');
  await link(bar, 'Messages').click();
  await expect(page).toHaveURL('/messages');
  await shows(heading(page, 'Messages', 1));
  for (const [name, path] of [['Market prices', '/prices']] as const) {
    await more.click();
    await link(bar, name).click();
    await expect(page).toHaveURL(path);
    await expect(more).toHaveText('More');
  }
  await more.click();
  await link(bar, 'Profile').click();
  await expect(dashboard.logout).toBeInViewport({ ratio: 1 });
  await dashboard.logout.click();
  await inDialog(page, 'Logout').click();
  await expect(page).toHaveURL('/loginF');
});
