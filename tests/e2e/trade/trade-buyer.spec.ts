import {
  AT_THE_FARM,
  button,
  CheckoutPage,
  expect,
  heading,
  inDialog,
  link,
  press,
  shows,
  test,
} from '#tests/e2e/fixtures.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

const CHECKOUT_HEIGHT_MAX = 1300;

test('a cart from two farms fits the checkout of a phone and makes two orders', async ({
  page,
  api,
  buyer,
}) => {
  const [one, two] = [await api.offer(), await api.offer()];
  const lines = [...one.ids, ...two.ids].map((productId) => ({ productId, quantity: 2 }));
  await api.call(buyer.token, 'buyer.cart.add', { lines });
  await page.setViewportSize({ width: 360, height: 800 });
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.deliverTo(AT_THE_FARM);
  await page.reload();
  const place = button(page, /^Place 2 orders\s· KES\s340$/);
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
  await expect(inBar).toHaveCount(1);
  await checkout.place.click();
  await expect(page).toHaveURL('/buyer-dashboard?tab=orders');
  await expect(link(page, /^Order #/)).toHaveCount(2);
});

test('an order is printed, and followed to its end, with its code and the receipt', async ({
  page,
  api,
  expectAccessible,
  buyer,
}) => {
  const { ids, token } = await api.offer();
  const orderId = await api.order(buyer.token, { productIds: ids, quantity: 3 });
  await page.goto(`/orders/${orderId}`);
  const order = new OrderPage(page);
  await shows(order.status('Pending'));
  await button(page, 'History').click();
  await shows(button(page, 'Print'));
  const names = page.getByText(/Buyer: Achieng Otieno\s*Farm: /);
  await expect(names).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await shows(names);
  await shows(page.getByRole('main'), 'SokoShamba', { exact: true });
  await shows(page, 'You placed the order');
  await expect(button(page, /^(Print|Cancel order)$/)).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });

  await api.step(token, orderId, 'confirm');
  await shows(heading(page, 'Collect it here'));
  await api.step(token, orderId, 'dispatch');
  const code = heading(page, 'Your handover code');
  await shows(code);
  await expectAccessible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(code).toBeInViewport({ ratio: 1 });
  await press(page, 'I have received it');
  await inDialog(page, 'I have received it').click();
  await shows(order.status('Completed'));
});
