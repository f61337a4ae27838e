import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { AT_THE_FARM, CheckoutPage } from '#tests/e2e/pages/checkout-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

test('a cart from two farms makes two orders; one is confirmed while the list is open, the other is cancelled', async ({
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
  const checkout = new CheckoutPage(page);
  await checkout.open();
  await checkout.deliverTo(AT_THE_FARM);
  await expect(page.getByText('Each farm is an order of its own')).toBeVisible();
  await checkout.place.click();
  await expect(page).toHaveURL('/buyer-dashboard?tab=orders');
  await expect(page.getByRole('link', { name: /^Order #/ })).toHaveCount(2);
  await expectNoAxeViolations();

  const kale = page.getByRole('listitem').filter({ hasText: `${word} kale` });
  await expect(kale.getByText('Pending', { exact: true })).toBeVisible();
  const id = Number(
    ((await kale.getByRole('link', { name: /^Order #/ }).textContent()) ?? '').replace(/\D/g, ''),
  );
  await call(request, one.token, { path: 'farmer.orders.confirm', input: { orderId: id } });
  await expect(kale.getByText('Confirmed', { exact: true })).toBeVisible();

  const beans = page.getByRole('listitem').filter({ hasText: `${word} beans` });
  await beans.getByRole('link', { name: /^Order #/ }).click();
  const order = new OrderPage(page);
  await order.isOpen();
  await expectNoAxeViolations();
  await order.cancel.click();
  const dialog = page.getByRole('dialog', { name: /^Cancel order #\d+\?$/ });
  await expect(dialog.getByRole('button', { name: 'Keep the order' })).toBeFocused();
  await expectNoAxeViolations();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(order.status('Cancelled')).toBeVisible();
  await expect(page.getByText('You cancelled it')).toBeVisible();
});

test('an order is followed to its end: the code, the receipt, and a rating by keyboard', {
  tag: '@journey',
}, async ({ page, request, accounts, dashboard, expectNoAxeViolations }) => {
  const { ids, token } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  await call(request, buyer.token, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId: ids[0], quantity: 3 }] },
  });
  const placed = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
  const input = { idempotencyKey: uniqueWord(), order: placed };
  const { orders } = await call(request, buyer.token, { path: 'buyer.orders.place', input });
  const orderId = orders[0].id;
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orderId}`);
  const order = new OrderPage(page);
  await expect(order.status('Pending')).toBeVisible();
  await call(request, token, { path: 'farmer.orders.confirm', input: { orderId } });
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveAttribute(
    'href',
    'tel:+254112345678',
  );
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/254112345678\?/,
  );
  await expect(page.getByRole('heading', { name: 'Collect it here' })).toBeVisible();
  await call(request, token, { path: 'farmer.orders.dispatch', input: { orderId } });
  await expect(page.getByRole('heading', { name: 'Your handover code' })).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'I have received it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I have received it' }).click();
  await expect(order.status('Completed')).toBeVisible();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByText('Choose 1 to 5 stars')).toBeVisible();
  await page.getByRole('radio', { name: '1 of 5 stars' }).focus();
  await page.keyboard.press('Space');
  for (let more = 0; more < 3; more++) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked();
  await page.getByRole('textbox', { name: 'A few words about it' }).fill('Fresh and on time');
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Send rating' }).click();
  await expect(page.getByRole('heading', { name: 'Your rating' })).toBeVisible();
  await expect(page.getByText('Fresh and on time')).toBeVisible();
});

test("another buyer's order is not found", async ({ page, request, accounts, dashboard }) => {
  const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const owner = await accounts.buyer();
  await call(request, owner.token, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId: ids[0], quantity: 1 }] },
  });
  const input = {
    idempotencyKey: uniqueWord(),
    order: { fulfilment: 'collection', paymentMethod: 'Cash on delivery' },
  };
  const { orders } = await call(request, owner.token, { path: 'buyer.orders.place', input });
  await dashboard.keepSession('buyer', await accounts.buyer());
  await page.goto(`/orders/${orders[0].id}`);
  await expect(page.getByText('Order not found.').first()).toBeVisible();
});

for (const language of ['en', 'sw']) {
  const title = `cart, checkout and order in ${language}: axe finds nothing, and nothing hangs over the screen`;
  test(title, async ({ page, request, accounts, dashboard, expectNoAxeViolations, speak }) => {
    test.slow();
    await speak(language);
    const { ids } = await offer(request, accounts, [
      { name: `${uniqueWord()} kale ya Kinangop, daraja la kwanza`, price: 12345.67 },
    ]);
    const buyer = await accounts.buyer();
    const lines = [{ productId: ids[0], quantity: 3 }];
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
    const input = {
      idempotencyKey: uniqueWord(),
      order: { fulfilment: 'collection', paymentMethod: 'Cash on delivery' },
    };
    const { orders } = await call(request, buyer.token, { path: 'buyer.orders.place', input });
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
    await dashboard.keepSession('buyer', buyer);
    const paths = [
      '/buyer-dashboard?tab=cart',
      '/buyer-dashboard?tab=orders',
      '/checkout',
      `/orders/${orders[0].id}`,
    ];
    for (const path of paths) {
      await page.goto(path);
      await expect(
        page
          .getByText('KES 37,038.00')
          .or(page.getByText('KES 37,037.01'))
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      for (const size of sizes) {
        await page.setViewportSize(size);
        const overhang = () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
        await expect.poll(overhang).toBe(0);
        // Another language changes only the texts, so colours are checked once.
        for (const colorScheme of language === 'en'
          ? (['light', 'dark'] as const)
          : (['light'] as const)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await expectNoAxeViolations();
        }
      }
    }
  });
}
