import { button, expect, inDialog, link, shows, test } from '#tests/e2e/fixtures.ts';

test("an order rings the farmer's bell on every page; opening it leads to the order and clears the bell", async ({
  page,
  api,
  dashboard,
}) => {
  const { ids, farmer } = await api.offer();
  const buyer = await api.buyer();
  const bells = page.getByRole('banner').getByRole('link', { name: /notifications/i });
  await page.goto('/');
  await shows(page.getByRole('banner').getByRole('link', { name: 'SokoShamba' }));
  await expect(bells).toHaveCount(0);
  await dashboard.keepSession('farmer', farmer);
  const answers = Promise.all(
    [/notifications\.unread/, /orders\.changes/].map((url) => page.waitForResponse(url)),
  );
  await page.goto('/farmer/dashboard');
  await shows(page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }));
  await answers;
  const orderId = await api.order(buyer.token, { productIds: ids });
  const bell = page.getByRole('banner').getByRole('link', { name: 'Unread notifications: 1' });
  await shows(bell);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`#${orderId}`);
  await bell.click();
  await expect(page).toHaveURL('/notifications');
  await expect(page).toHaveTitle('Notifications · SokoShamba');
  await page
    .getByRole('main')
    .getByRole('link', { name: `#${orderId}` })
    .click();
  await expect(page).toHaveURL(`/farmer/dashboard?tab=orders&order=${orderId}`);
  await expect(page.getByRole('dialog')).toContainText(`#${orderId}`);
  await inDialog(page, 'Close').click();
  await shows(page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }));
});

test('leaving the page marks its notifications as read, and so does a press', async ({
  page,
  api,
  dashboard,
}) => {
  const { ids, farmer } = await api.offer();
  const { token: buyer } = await api.buyer();
  const order = () => api.order(buyer, { productIds: ids });
  const unread = page.getByText('Unread', { exact: true });
  const markAll = button(page, 'Mark all as read');
  const header = page.getByRole('banner');
  const readBell = header.getByRole('link', { name: 'Notifications', exact: true });
  await order();
  await dashboard.keepSession('farmer', farmer);
  await page.goto('/notifications');
  await expect(unread).toHaveCount(1);
  await markAll.click();
  await expect(unread).toHaveCount(0);
  await expect(markAll).toHaveCount(0);
  await shows(readBell);

  await order();
  await page.reload();
  await expect(unread).toHaveCount(1);
  await link(page.getByRole('navigation', { name: 'Dashboard' }), 'Orders').click();
  await shows(readBell);
  await page.goto('/notifications');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await expect(unread).toHaveCount(0);
});

test('a notification setting is saved at once or reverted', async ({ page, buyer: _ }) => {
  await page.goto('/notifications/settings');
  const mails = page.getByRole('checkbox', { name: 'Ratings: Email' });
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(mails).not.toBeChecked();
  await shows(page, 'Saved', { exact: true });
  await page.reload();
  await expect(mails).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Orders: Email' })).toBeChecked();

  await page.route('**/trpc/notifications.setPreferences*', (route) => route.abort());
  await mails.click();
  await shows(page, 'We could not save this. Try again.');
  await expect(mails).not.toBeChecked();
});
