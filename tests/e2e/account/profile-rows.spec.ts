import { button, expect, heading, shows, test } from '#tests/e2e/fixtures.ts';

test('the content of a row is not loaded before it is opened', async ({
  page,
  farmer: _,
  dashboard,
}) => {
  await page.goto('/farmer/dashboard?tab=profile');
  const place = dashboard.row('Place and delivery area');
  await shows(place);
  await expect(page.getByRole('application', { includeHidden: true })).toHaveCount(0);
  await dashboard.toggleRow('Place and delivery area');
  await shows(place.getByRole('application'));
});

test('a link to a part of the profile opens its row, also after a login', async ({
  page,
  api,
  mailbox,
  codeScreen,
  farmerLogin,
  dashboard,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const account = await api.farmer();
  const change = button(page, 'Change phone number');
  await page.goto('/farmer/dashboard?tab=profile#phone');
  await expect(page).toHaveURL('/loginF?redirect=%2Ffarmer%2Fdashboard%3Ftab%3Dprofile%23phone');
  await farmerLogin.logIn(account);
  await codeScreen.type(await mailbox.code(account.email, 2));
  await expect(page).toHaveURL('/farmer/dashboard?tab=profile#phone');
  await expect(change).toBeInViewport();
  await expect(dashboard.row('Your phone number').locator('summary')).toBeFocused();
  await page.goto('/farmer/dashboard?tab=profile');
  await shows(dashboard.row('Your phone number'));
  await expect(change).toBeHidden();

  await page.goto('/farmer/dashboard?tab=settings');
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click();
  await expect(page).toHaveURL('/notifications/settings');
  await expect(heading(page, 'How you get notifications')).toBeInViewport();
});
