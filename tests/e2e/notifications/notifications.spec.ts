import { expect, test } from '#tests/e2e/fixtures.ts';
import { orderProducts, stepOrder } from '#tests/e2e/orders.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test("an order rings the farmer's bell on every page; opening it leads to the order and clears the bell", async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { ids, token, farmer } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  const bells = page.getByRole('banner').getByRole('link', { name: /notifications/i });
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'SokoShamba' })).toBeVisible();
  await expect(bells).toHaveCount(0);
  await dashboard.keepSession('farmer', { ...farmer, token });
  const stream = page.waitForResponse(/orders\.changes/);
  await page.goto('/farmer/dashboard');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }),
  ).toBeVisible();
  await stream;
  const orderId = await orderProducts(request, buyer.token, { productIds: ids });
  // By the dashboard's change stream: nothing is reloaded.
  const bell = page.getByRole('banner').getByRole('link', { name: 'Unread notifications: 1' });
  await expect(bell).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`#${orderId}`);
  // Also where the page's HTML was built in advance.
  for (const path of ['/', '/terms', '/privacy']) {
    await page.goto(path);
    await expect(bell).toBeVisible();
  }
  await bell.click();
  await expect(page).toHaveURL('/notifications');
  await expect(page).toHaveTitle('Notifications · SokoShamba');
  await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: `#${orderId}` })
    .click();
  await expect(page).toHaveURL(`/farmer/dashboard?tab=orders&order=${orderId}`);
  await expect(page.getByRole('dialog')).toContainText(`#${orderId}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }),
  ).toBeVisible();
});

test('leaving the page marks its notifications as read, and so does a press; older ones follow page by page', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { ids, token, farmer } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const { token: buyer } = await accounts.buyer();
  for (let more = 0; more < 21; more++) {
    const orderId = await orderProducts(request, buyer, { productIds: ids });
    // A farm that has not answered five orders of a buyer gets no more from them.
    await stepOrder(request, token, { orderId, steps: ['confirm'] });
  }
  await dashboard.keepSession('farmer', { ...farmer, token });
  await page.goto('/notifications');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(20);
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(21);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }),
  ).toBeVisible();

  await orderProducts(request, buyer, { productIds: ids });
  await page.reload();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(1);
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }),
  ).toBeVisible();
  await page.goto('/notifications');
  await expect(rows).toHaveCount(20);
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
});

test('a list that cannot be loaded can be retried, and a notification setting is saved at once or reverted', async ({
  page,
  accounts,
  dashboard,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.route('**/trpc/*notifications.list*', (route) =>
    route.fulfill({ status: 502, body: 'busy' }),
  );
  await page.goto('/notifications');
  await expect(page.getByText('Failed to load your notifications. Please try again.')).toBeVisible({
    timeout: 15_000,
  });
  await page.unroute('**/trpc/*notifications.list*');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByText('Nothing new yet')).toBeVisible();
  const mails = page.getByRole('checkbox', { name: 'Ratings: Email' });
  await expect(mails).toBeChecked();
  await mails.click();
  await expect(mails).not.toBeChecked();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(mails).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Orders: Email' })).toBeChecked();

  await page.route('**/trpc/notifications.setPreferences*', (route) => route.abort());
  await mails.click();
  await expect(page.getByText('That was not saved. Please try again.')).toBeVisible();
  await expect(mails).not.toBeChecked();
});
