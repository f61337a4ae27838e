import type { APIRequestContext } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { brokenWords } from '#tests/e2e/pages/whole-texts.ts';

type Told = { request: APIRequestContext; buyer: string };

/** Orders a product, which notifies its farmer. @returns the order's id */
async function order({ request, buyer }: Told, productId: number | undefined): Promise<number> {
  await call(request, buyer, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId, quantity: 1 }] },
  });
  const placed = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
  const { orders } = await call(request, buyer, {
    path: 'buyer.orders.place',
    input: { idempotencyKey: uniqueWord(), order: placed },
  });
  return orders[0].id;
}

const person = {
  email: 'wanjiru@shop.example',
  password: '',
  firstName: 'Wanjiru',
  lastName: "Ng'ang'a",
};

test("an order rings the farmer's bell; opening it leads to the order and clears the bell", {
  tag: '@journey',
}, async ({ page, request, accounts, dashboard }) => {
  const { ids, token } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  await dashboard.keepSession('farmer', { ...person, token });
  const stream = page.waitForResponse(/orders\.changes/);
  await page.goto('/farmer/dashboard');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Notifications', exact: true }),
  ).toBeVisible();
  await stream;
  const orderId = await order({ request, buyer: buyer.token }, ids[0]);
  // By the dashboard's change stream: nothing is reloaded.
  const bell = page.getByRole('banner').getByRole('link', { name: 'Unread notifications: 1' });
  await expect(bell).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`#${orderId}`);
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

test('logged-in users have the bell on the landing page and the legal pages too', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { ids, token } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  await order({ request, buyer: buyer.token }, ids[0]);
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'SokoShamba' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /notifications/i })).toHaveCount(
    0,
  );
  await dashboard.keepSession('farmer', { ...person, token });
  for (const path of ['/', '/terms', '/privacy']) {
    await page.goto(path);
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Unread notifications: 1' }),
    ).toBeVisible();
  }
});

test('leaving the page marks its notifications as read, and so does a press; older ones follow page by page', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { ids, token } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const { token: buyer } = await accounts.buyer();
  for (let more = 0; more < 21; more++) {
    const orderId = await order({ request, buyer }, ids[0]);
    // A farm that has not answered five orders of a buyer gets no more from them.
    await call(request, token, { path: 'farmer.orders.confirm', input: { orderId } });
  }
  await dashboard.keepSession('farmer', { ...person, token });
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

  await order({ request, buyer }, ids[0]);
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

test('a notification setting is saved at once, and reverted if it cannot be saved', async ({
  page,
  accounts,
  dashboard,
}) => {
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto('/notifications');
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

test('a list that cannot be loaded says so and can be retried', async ({
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
});

test('a visitor returns to the notifications after the login', async ({ page }) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL('/login?redirect=%2Fnotifications');
});

for (const language of ['en', 'sw']) {
  const title = `notifications in ${language}: axe finds no problem, and nothing overflows the screen`;
  test(title, async ({ page, request, accounts, dashboard, expectNoAxeViolations, speak }) => {
    await speak(language);
    const { ids, token } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
    const { token: buyer } = await accounts.buyer();
    await order({ request, buyer }, ids[0]);
    await dashboard.keepSession('farmer', { ...person, token });
    await page.goto('/notifications');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('checkbox').first()).toBeVisible();
    for (const size of [
      { width: 320, height: 640 },
      { width: 360, height: 800 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      const overhang = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
      await expect.poll(overhang).toBe(0);
      expect(await brokenWords(page)).toEqual([]);
      for (const colorScheme of language === 'en'
        ? (['light', 'dark'] as const)
        : (['light'] as const)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expectNoAxeViolations();
      }
    }
  });
}
