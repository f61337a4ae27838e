import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { orderProducts, stepOrder } from '#tests/e2e/orders.ts';
import { AT_THE_FARM, CheckoutPage } from '#tests/e2e/pages/checkout-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

const CHECKOUT_HEIGHT_MAX = 1300;

test('a cart from two farms fits the checkout of a phone and makes two orders; one is confirmed while the list is open, the other is cancelled', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const word = uniqueWord();
  const [one, two] = [
    await offer(request, accounts, [{ name: `${word} kale` }]),
    await offer(request, accounts, [{ name: `${word} beans` }]),
  ];
  const buyer = await accounts.buyer();
  const lines = [...one.ids, ...two.ids].map((productId) => ({ productId, quantity: 2 }));
  await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
  await dashboard.keepSession('buyer', buyer);
  await page.setViewportSize({ width: 360, height: 800 });
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.deliverTo(AT_THE_FARM);
  await expect(page.getByText('Each farm is an order of its own')).toBeVisible();
  await page.reload();
  const place = page.getByRole('button', { name: /^Place 2 orders\s· KES\s340$/ });
  await expect(place).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio', { name: /^Deliver/ })).toHaveCount(2);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(CHECKOUT_HEIGHT_MAX);
  const inBar = page
    .getByRole('banner')
    .getByRole('link', { name: /^(Shopping Cart|Dashboard)/ })
    .filter({ visible: true });
  await expect(inBar).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(inBar).toHaveCount(2);
  await checkout.place.click();
  await expect(page).toHaveURL('/buyer-dashboard?tab=orders');
  const links = page.getByRole('link', { name: /^Order #/ });
  await expect(links).toHaveCount(2);

  const kale = page.getByRole('listitem').filter({ hasText: `${word} kale` });
  await expect(kale.getByText('Pending', { exact: true })).toBeVisible();
  const number = await kale.getByRole('link', { name: /^Order #/ }).textContent();
  const orderId = Number(number?.replace(/\D/g, ''));
  await stepOrder(request, one.token, { orderId, steps: ['confirm'] });
  await expect(kale.getByText('Confirmed', { exact: true })).toBeVisible();

  const beans = page.getByRole('listitem').filter({ hasText: `${word} beans` });
  await beans.getByRole('link', { name: /^Order #/ }).click();
  const order = new OrderPage(page);
  await order.isOpen();
  await order.cancel.click();
  const dialog = page.getByRole('dialog', { name: /^Cancel order #\d+\?$/ });
  await expect(dialog.getByRole('button', { name: 'Keep the order' })).toBeFocused();
  await expectNoAxeViolations();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(order.status('Cancelled')).toBeVisible();
  await expect(page.getByText('You cancelled it')).toBeVisible();
});

test('an order is printed, and followed to its end, with its code and the receipt', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { ids, token } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  const orderId = await orderProducts(request, buyer.token, { productIds: ids, quantity: 3 });
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  const order = new OrderPage(page);
  await expect(order.status('Pending')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  const names = page.getByText(/Buyer: Achieng Otieno\s*Farm: /);
  await expect(names).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(names).toBeVisible();
  await expect(page.getByRole('main').getByText('SokoShamba', { exact: true })).toBeVisible();
  await expect(page.getByText('You placed the order')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Print|Cancel order)$/ })).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  await stepOrder(request, token, { orderId, steps: ['confirm'] });
  await expect(page.getByRole('heading', { name: 'Collect it here' })).toBeVisible();
  await stepOrder(request, token, { orderId, steps: ['dispatch'] });
  const code = page.getByRole('heading', { name: 'Your handover code' });
  await expect(code).toBeVisible();
  await expectNoAxeViolations();
  await page.setViewportSize({ width: 360, height: 800 });
  // It comes before the sentences about the order, however many there are.
  const tops = await Promise.all(
    [code, page.getByText('ready to be collected').first()].map((part) => part.boundingBox()),
  );
  expect(tops[0]?.y ?? 800).toBeLessThan(tops[1]?.y ?? 0);
  await page.getByRole('button', { name: 'I have received it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I have received it' }).click();
  await expect(order.status('Completed')).toBeVisible();
});
