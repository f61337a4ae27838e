import {
  AT_THE_FARM,
  button,
  CheckoutPage,
  expect,
  heading,
  inDialog,
  type Locator,
  link,
  MarketPage,
  shows,
  test,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';
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
  api,
  buyer: _,
}) => {
  const word = uniqueWord();
  await api.offer([{ name: `${word} kale` }]);
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
  await first.tap(link(page, 'Go to checkout'));
  await first.tap(button(page, 'Use my position'));
  await shows(button(page, 'Change'));
  await expect(checkout.address).toHaveValue('');
  await first.tap(checkout.address);
  await checkout.address.fill('Behind the mill');
  await first.tap(checkout.place);
  await order.isOpen();
  expect(first.taps()).toBe(6);

  await order.cancel.click();
  await inDialog(page, 'Cancel order').click();
  await shows(order.status('Cancelled'));
  await page.goto('/buyer-dashboard');

  const again = createThumb();
  await again.tap(tab(/^My Orders/));
  await again.tap(link(page, /^Order again/));
  await again.tap(checkout.place);
  await order.isOpen();
  expect(again.taps()).toBe(3);
});

test('a buyer reports a problem with photos, the farmer replies, and both see its state', async ({
  page,
  api,
  dashboard,
  expectAccessible,
}) => {
  const { ids, token, farmer } = await api.offer();
  const buyer = await api.buyer();
  const orderId = await api.order(buyer.token, { productIds: ids });
  await api.step(token, orderId, 'confirm', 'dispatch');

  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await button(page, 'Report a problem').tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What happened?').fill('Half of it was rotten');
  const photo = { name: 'kale.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await dialog.getByLabel('Add photos').setInputFiles([photo, photo]);
  await expect(button(dialog, /^Remove photo/)).toHaveCount(2);
  await expectAccessible();
  await button(dialog, 'Report it').tap();
  await expect(dialog).toHaveCount(0);
  await shows(heading(page, 'Your report'));
  const photos = page.getByRole('img', { name: /^Photo \d of the report$/ });
  await expect(photos).toHaveCount(2);
  await shows(page, 'The farm has not answered yet.');
  await expectAccessible();

  await dashboard.keepSession('farmer', farmer);
  await page.goto('/farmer/dashboard?tab=orders');
  await shows(page, /^“Half of it was rotten”\s· 2 photos$/);
  await button(page, `Answer the report: Order #${orderId}`).tap();
  await expect(dialog.getByRole('img', { name: /^Photo \d of the report$/ })).toHaveCount(2);
  await dialog.getByLabel('Your answer').fill('It was fresh when it left');
  await expectAccessible();
  await button(dialog, 'Send answer').tap();
  await shows(page, 'Answer sent');

  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  await shows(page, 'It was fresh when it left');
});
