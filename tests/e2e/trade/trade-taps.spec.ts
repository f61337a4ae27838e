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
  PASSWORD,
  shows,
  test,
  uniqueEmail,
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

test('a first order takes eight taps and eight fields, a repeat order three taps', async ({
  page,
  api,
  mailbox,
  buyerSignup,
  codeScreen,
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

  await page.goto('/');
  const first = createThumb();
  await first.tap(link(page, "See today's market").first());
  await page.waitForLoadState('networkidle');
  await first.tap(market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }));
  await first.tap(page.locator('a[href="/cart"]').filter({ visible: true }).first());
  await first.tap(link(page, 'Go to checkout'));
  const email = uniqueEmail('first');
  const fields = [
    [buyerSignup.firstName, 'Achieng'],
    [buyerSignup.lastName, 'Otieno'],
    [buyerSignup.phoneNumber, '0712 345 678'],
    [buyerSignup.email, email],
    [buyerSignup.nationalId, '12345678'],
    [buyerSignup.password, PASSWORD],
    [buyerSignup.confirmPassword, PASSWORD],
  ] as const;
  for (const [field, text] of fields) await field.fill(text);
  await first.tap(buyerSignup.terms);
  await first.tap(buyerSignup.submit);
  await codeScreen.type(await mailbox.code(email));
  expect(fields.length + 1).toBe(8);
  await first.tap(button(page, 'Use my position'));
  const place = page.getByRole('group', { name: 'Delivery place' }).locator('span').first();
  await shows(place);
  const name = (await place.textContent()) ?? '';
  await expect(checkout.address).toHaveValue('');
  await first.tap(checkout.place);
  await order.isOpen();
  expect(first.taps()).toBe(8);
  await shows(page.getByRole('definition').filter({ hasText: name }));

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
