import { expect, heading, inDialog, shows, test } from '#tests/e2e/fixtures.ts';
import {
  deliver,
  deliveredTo,
  shownNotifications,
  subscribeAtDouble,
  tapNotification,
} from '#tests/e2e/push-double.ts';
import { isSubscribed, offered, placeOrder, theSwitch, yes } from './push-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const followsPush = () =>
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/push-'));

test('a buyer who says yes after an order is shown what the server sends, and a tap opens its order', async ({
  page,
  context,
  api,
  request,
  dashboard,
}) => {
  const subscription = await subscribeAtDouble(context, request);
  const { buyer, farmer, orderId } = await placeOrder(api);
  await dashboard.keepSession('buyer', buyer);
  await page.goto('/buyer-dashboard');
  await shows(page.getByRole('banner').getByRole('link', { name: /otifications/ }));
  await expect(offered(page)).toHaveCount(0);
  await page.goto(`/orders/${orderId}`);
  await yes(page).click();
  await shows(page, 'Notifications are on for this browser');
  await expect(offered(page)).toHaveCount(0);

  await page.goto('/market');
  // Handover does not wait for the morning, so that this holds at any hour.
  await api.step(farmer.token, orderId, 'confirm', 'dispatch');
  const ready = async () =>
    (await deliveredTo(request, subscription)).find(({ text }) => text?.includes('ready'));
  await expect
    .poll(ready, { timeout: 15_000 })
    .toMatchObject({ href: `/orders/${orderId}`, tag: `order/${orderId}` });
  const message = (await ready()) ?? {};

  await deliver(page, { ...message, text: 'An older one about the same order' });
  await deliver(page, message);
  const shown = [{ title: 'SokoShamba', body: message.text, tag: `order/${orderId}` }];
  await expect.poll(() => shownNotifications(page)).toEqual(shown);
  await tapNotification(page);
  await expect(page).toHaveURL(`/orders/${orderId}`);
  await shows(heading(page, `#${orderId}`, 1));
  await expect.poll(() => shownNotifications(page)).toEqual([]);

  const worker = await request.get('/service-worker.js');
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
  });
});

test('logging out ends the pushes to a browser, and the next person begins without them', async ({
  page,
  context,
  api,
  request,
  dashboard,
}) => {
  const subscription = await subscribeAtDouble(context, request);
  const { buyer, farmer, orderId } = await placeOrder(api);
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await yes(page).click();
  await expect.poll(() => isSubscribed(page)).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await expect(offered(page)).toHaveCount(0);
  await deliver(page, {
    title: 'SokoShamba',
    text: 'Still there',
    href: '/orders/1',
    tag: 'order/1',
  });
  await expect.poll(() => shownNotifications(page)).toHaveLength(1);
  await page.goto('/buyer-dashboard');
  await expect.poll(() => page.evaluate(followsPush)).toBe(true);
  await dashboard.logout.click();
  await inDialog(page, 'Logout').click();
  await expect.poll(() => isSubscribed(page)).toBe(false);
  await expect.poll(() => shownNotifications(page)).toEqual([]);
  await api.step(farmer.token, orderId, 'confirm', 'dispatch');

  const other = await api.buyer();
  await dashboard.keepSession('buyer', other);
  await page.goto('/notifications/settings');
  await expect(theSwitch(page)).not.toBeChecked();
  expect(await deliveredTo(request, subscription)).toEqual([]);
});
