import { expect, inDialog, shows, test } from '#tests/e2e/fixtures.ts';
import { subscribeAtDouble } from '#tests/e2e/push-double.ts';
import { isSubscribed, offered, placeOrder, theSwitch, yes } from './push-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('"Not now" is kept; the settings switch this browser on and off', async ({
  page,
  context,
  api,
  request,
  dashboard,
  expectAccessible,
}) => {
  await subscribeAtDouble(context, request);
  const { buyer, orderId } = await placeOrder(api);
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await shows(offered(page));
  await expectAccessible();
  await offered(page).getByRole('button', { name: 'Not now' }).click();
  await expect(offered(page)).toHaveCount(0);
  expect(await isSubscribed(page)).toBe(false);
  await page.goto('/notifications/settings');
  await expect(theSwitch(page)).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Orders: Devices' })).toBeChecked();
  await shows(page, 'Silent from 9 pm to 6 am, except for payments and handovers.');
  await theSwitch(page).click();
  await expect(theSwitch(page)).toBeChecked();
  await shows(page, 'This device');
  await expectAccessible();
  await page.reload();
  await expect(theSwitch(page)).toBeChecked();
  await theSwitch(page).click();
  await expect(theSwitch(page)).not.toBeChecked();
  await expect(page.getByText('This device')).toHaveCount(0);
  expect(await isSubscribed(page)).toBe(false);
});

test("a no to the browser's own question is final, a closed question counts as not now, and a browser that refuses is not asked", async ({
  page,
  context,
  api,
  request,
  dashboard,
}) => {
  await subscribeAtDouble(context, request);
  await page.addInitScript(() => {
    let permission = sessionStorage.getItem('permission') ?? 'denied';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = sessionStorage.getItem('answer') ?? 'default';
      return permission as NotificationPermission;
    };
  });
  const set = (name: 'permission' | 'answer', value: NotificationPermission) =>
    page.evaluate(([key, to]) => sessionStorage.setItem(key, to), [name, value] as const);
  const refused = page.getByRole('main').getByText('Your browser blocks notifications.');
  const { buyer, orderId } = await placeOrder(api);
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await shows(page, 'Collection at the farm');
  await expect(offered(page)).toHaveCount(0);
  await page.goto('/notifications/settings');
  await shows(refused);
  await expect(theSwitch(page)).toHaveCount(0);

  await set('permission', 'default');
  await page.goto(`/orders/${orderId}`);
  await yes(page).click();
  await expect(offered(page)).toHaveCount(0);
  expect(await isSubscribed(page)).toBe(false);
  await page.goto('/notifications/settings');
  await theSwitch(page).click();
  await expect(theSwitch(page)).not.toBeChecked();
  await set('answer', 'denied');
  await theSwitch(page).click();
  await shows(refused);
  expect(await isSubscribed(page)).toBe(false);
});

test('a farmer is asked after an order was looked at, not on arrival', async ({
  page,
  context,
  api,
  request,
  dashboard,
}) => {
  await subscribeAtDouble(context, request);
  const { farmer, orderId } = await placeOrder(api);
  await dashboard.keepSession('farmer', farmer);
  await page.goto(`/farmer/dashboard?tab=orders&order=${orderId}`);
  await expect(page.getByRole('dialog')).toContainText(`#${orderId}`);
  await expect(offered(page)).toHaveCount(0);
  await inDialog(page, 'Close').click();
  await yes(page).click();
  await shows(page, 'Notifications are on for this browser');
  expect(await isSubscribed(page)).toBe(true);
});
