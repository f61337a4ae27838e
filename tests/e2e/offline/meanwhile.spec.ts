import type { APIRequestContext } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { PendingPage, queueStarted } from '#tests/e2e/pages/pending-page.ts';
import {
  keepSession,
  makeFarm,
  openInventory,
  PHONE,
  placeOrder,
  quantitiesOf,
  STOCK,
  secondSession,
} from './queue-fixtures.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test('changes made before a session expired stay pending; the login mentions them, leads to their list and sends them', async ({
  page,
  request,
  accounts,
}) => {
  const farmer = await makeFarm({ request, accounts }, 1);
  const [name = '', productId = 0] = [farmer.names[0], farmer.ids[0]];
  const { firstName } = farmer.account;
  const token = await secondSession(request, farmer.token);
  await keepSession(page, { ...farmer, token }, 61);
  const farm = await openInventory(page, farmer);
  const sending = '**/trpc/farmer.products.setQuantity*';
  await page.route(sending, (route) => route.abort());
  await farm.button(`One more: ${name}`).click();
  const waiting = new PendingPage(page);
  await waiting.openByBar();
  await call(request, token, { path: 'auth.logout', input: {} });
  await page.unroute(sending);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your session has expired.',
  );
  await expect(page).toHaveURL(/\/loginF\?redirect=%2Fwaiting/);
  await expect(
    page.getByText(`1 change is waiting here. It will be sent when ${firstName} logs in.`),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(name);
  expect((await quantitiesOf(request, farmer.token)).get(productId)).toBe(STOCK);

  await keepSession(page, farmer, 61);
  await page.goto('/loginF?redirect=%2Fwaiting');
  await expect(page).toHaveURL(/\/waiting/);
  await expect(waiting.empty).toBeVisible({ timeout: 20_000 });
  expect((await quantitiesOf(request, farmer.token)).get(productId)).toBe(STOCK + 1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('waitingFor'))).toBeNull();
});

test('an order rejected offline is pending, and is rejected with its reason once online', async ({
  page,
  context,
  request,
  accounts,
}) => {
  const farmer = await makeFarm({ request, accounts }, 1);
  const buyer = await accounts.buyer();
  const orderId = await placeOrder({ request }, { buyer, productId: farmer.ids[0] ?? 0 });
  await keepSession(page, farmer, 51);
  const farm = await openInventory(page, farmer, 'orders');
  // Loads the dialog's code while online.
  await farm.button(`Reject: Order #${orderId}`).click();
  await farm.inDialog('Cancel').click();
  await context.setOffline(true);
  await farm.button(`Reject: Order #${orderId}`).click();
  await farm.dialog.getByLabel('Reason').fill('Sold out at the gate');
  await farm.inDialog('Reject').click();
  await expect(farm.row(`#${orderId}`)).toContainText('Waiting to be sent');
  await expect(farm.button(`Accept: Order #${orderId}`)).toHaveCount(0);
  await context.setOffline(false);
  await expect(farm.row(`#${orderId}`)).toContainText('Rejected', { timeout: 20_000 });
  const answer = await request.get(`/api/buyer/orders/${orderId}`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect((await answer.json()).order).toMatchObject({ status: 'rejected' });
});

const cartOf = async (request: APIRequestContext, token: string) => {
  const answer = await request.get('/api/buyer/cart', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { lines } = await answer.json();
  return lines.map(({ productId, quantity }: { productId: number; quantity: number }) => [
    productId,
    quantity,
  ]);
};

for (const isKnown of [true, false]) {
  test(`what is added offline to ${isKnown ? 'the cart' : 'a cart that was never seen'} is there once online`, async ({
    page,
    context,
    request,
    accounts,
    dashboard,
  }) => {
    const farmer = await makeFarm({ request, accounts }, 2);
    const buyer = await accounts.buyer();
    const [other = 0, wanted = 0] = farmer.ids;
    await call(request, buyer.token, {
      path: 'buyer.cart.add',
      input: { lines: [{ productId: other, quantity: 3 }] },
    });
    await dashboard.keepSession('buyer', buyer);
    if (!isKnown) await page.route(/buyer\.cart\.get/, (route) => route.abort());
    await page.goto(`/market/${wanted}`);
    await queueStarted(page);
    await context.setOffline(true);
    const add = page
      .getByRole('main')
      .getByRole('button', { name: /^Add to Cart/ })
      .first();
    for (const _ of ['once', 'twice']) await add.click();
    const { bar } = new PendingPage(page);
    await expect(bar).toContainText('1 waiting to be sent');
    expect(await cartOf(request, buyer.token)).toEqual([[other, 3]]);
    await page.unroute(/buyer\.cart\.get/);
    await context.setOffline(false);
    await expect(bar).toBeHidden({ timeout: 20_000 });
    expect(new Map(await cartOf(request, buyer.token))).toEqual(
      new Map([
        [other, 3],
        [wanted, 2],
      ]),
    );
  });
}
