import { expect, test } from '#tests/e2e/fixtures.ts';
import { subscribeAtDouble } from '#tests/e2e/push-double.ts';
import { isSubscribed, offered, placeOrder, theSwitch, yes } from './push-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('"Not now" is kept; the settings switch this browser on and off', async ({
  page,
  context,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  await subscribeAtDouble(context, request);
  const { buyer, orderId } = await placeOrder({ request, accounts });
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await expect(offered(page)).toBeVisible();
  await expectNoAxeViolations();
  await offered(page).getByRole('button', { name: 'Not now' }).click();
  await expect(offered(page)).toHaveCount(0);
  expect(await isSubscribed(page)).toBe(false);
  const key = page.waitForResponse(/buyer\.orders\.get/);
  await page.reload();
  await key;
  await expect(page.getByRole('heading', { name: `#${orderId}`, level: 1 })).toBeVisible();
  await expect(offered(page)).toHaveCount(0);

  await page.goto('/notifications');
  await expect(theSwitch(page)).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Orders: Devices' })).toBeChecked();
  await expect(page.getByText('At night, from 9 pm to 6 am')).toBeVisible();
  await theSwitch(page).click();
  await expect(theSwitch(page)).toBeChecked();
  await expect(page.getByText('This device')).toBeVisible();
  await expectNoAxeViolations();
  await page.reload();
  await expect(theSwitch(page)).toBeChecked();
  await theSwitch(page).click();
  await expect(theSwitch(page)).not.toBeChecked();
  await expect(page.getByText('This device')).toHaveCount(0);
  expect(await isSubscribed(page)).toBe(false);
});

test('what the browser refuses is not asked for, and the settings say how to change it', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  const { buyer, orderId } = await placeOrder({ request, accounts });
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText('Collection at the farm')).toBeVisible();
  await expect(offered(page)).toHaveCount(0);
  await page.goto('/notifications');
  await expect(page.getByText('Your browser does not let SokoShamba notify you.')).toBeVisible();
  await expect(theSwitch(page)).toHaveCount(0);
});

test("a no to the browser's own question is final, and one that is closed counts as not now", async ({
  page,
  context,
  request,
  accounts,
  dashboard,
}) => {
  await subscribeAtDouble(context, request);
  await page.addInitScript(() => {
    let permission = 'default';
    const answers = () => sessionStorage.getItem('answer') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = answers();
      return permission as NotificationPermission;
    };
  });
  const { buyer, orderId } = await placeOrder({ request, accounts });
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await yes(page).click();
  await expect(offered(page)).toHaveCount(0);
  expect(await isSubscribed(page)).toBe(false);
  await page.goto('/notifications');
  await theSwitch(page).click();
  await expect(theSwitch(page)).not.toBeChecked();
  await page.evaluate(() => sessionStorage.setItem('answer', 'denied'));
  await theSwitch(page).click();
  await expect(page.getByText('Your browser does not let SokoShamba notify you.')).toBeVisible();
  expect(await isSubscribed(page)).toBe(false);
});

test('a farmer is asked after an order was looked at, not on arrival', async ({
  page,
  context,
  request,
  accounts,
  dashboard,
}) => {
  await subscribeAtDouble(context, request);
  const { farmer, orderId } = await placeOrder({ request, accounts });
  const person = {
    email: 'wanjiru@shop.example',
    password: '',
    firstName: 'Wanjiru',
    lastName: "Ng'ang'a",
  };
  await dashboard.keepSession('farmer', { ...person, token: farmer });
  await page.goto(`/farmer/dashboard?tab=orders&order=${orderId}`);
  await expect(page.getByRole('dialog')).toContainText(`#${orderId}`);
  await expect(offered(page)).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await yes(page).click();
  await expect(page.getByText('Notifications are on for this browser')).toBeVisible();
  expect(await isSubscribed(page)).toBe(true);
});
