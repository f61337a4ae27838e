import type { Locator } from 'playwright/test';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { orderProducts, stepOrder } from '#tests/e2e/orders.ts';
import { AT_THE_FARM, CheckoutPage } from '#tests/e2e/pages/checkout-page.ts';
import { MarketPage, offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

function createThumb() {
  let taps = 0;
  return {
    tap: async (target: Locator) => {
      taps += 1;
      await target.tap();
    },
    taps: () => taps,
  };
}

test('a first order takes six taps and the landmark, a repeat order three', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [{ name: `${word} kale` }]);
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation({ ...AT_THE_FARM, accuracy: 10 });
  const [market, checkout, order] = [
    new MarketPage(page),
    new CheckoutPage(page),
    new OrderPage(page),
  ];
  const tab = (name: RegExp) =>
    page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true });

  await page.goto(`/buyer-dashboard?search=${word}`);
  const first = createThumb();
  await first.tap(market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }));
  await first.tap(tab(/^Shopping Cart/));
  await first.tap(page.getByRole('link', { name: 'Go to checkout' }));
  await first.tap(page.getByRole('button', { name: 'Use my position' }));
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
  await expect(checkout.address).toHaveValue('');
  await first.tap(checkout.address);
  await checkout.address.fill('Behind the mill');
  await first.tap(checkout.place);
  await order.isOpen();
  expect(first.taps()).toBe(6);

  await order.cancel.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(order.status('Cancelled')).toBeVisible();
  await page.goto('/buyer-dashboard');

  const again = createThumb();
  await again.tap(tab(/^My Orders/));
  await again.tap(page.getByRole('link', { name: /^Order again/ }));
  await again.tap(checkout.place);
  await order.isOpen();
  expect(again.taps()).toBe(3);
});

test('a buyer reports a problem with photos, the farmer replies, and both see its state', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { ids, token, farmer } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  const orderId = await orderProducts(request, buyer.token, { productIds: ids });
  await stepOrder(request, token, { orderId, steps: ['confirm', 'dispatch'] });

  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await page.getByRole('button', { name: 'Report a problem' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened?').fill('Half of it was rotten');
  const photo = { name: 'kale.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await dialog.getByLabel('Add photos').setInputFiles([photo, photo]);
  await expect(dialog.getByRole('button', { name: /^Remove photo/ })).toHaveCount(2);
  await expectNoAxeViolations();
  await dialog.getByRole('button', { name: 'Report it' }).tap();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Your report' })).toBeVisible();
  const photos = page.getByRole('img', { name: /^Photo \d of the report$/ });
  await expect(photos).toHaveCount(2);
  await expect(page.getByText('The farm has not answered yet.')).toBeVisible();
  await expectNoAxeViolations();

  await dashboard.keepSession('farmer', { ...farmer, token });
  await page.goto('/farmer/dashboard?tab=orders');
  await expect(page.getByText(/^“Half of it was rotten”\s· 2 photos$/)).toBeVisible();
  await page.getByRole('button', { name: `Answer the report: Order #${orderId}` }).tap();
  await expect(dialog.getByRole('img', { name: /^Photo \d of the report$/ })).toHaveCount(2);
  await dialog.getByLabel('Your answer').fill('It was fresh when it left');
  await expectNoAxeViolations();
  await dialog.getByRole('button', { name: 'Send answer' }).tap();
  await expect(page.getByText('Your answer is sent.')).toBeVisible();

  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await expect(page.getByText('It was fresh when it left')).toBeVisible();
});
