import { call } from '../call.ts';
import { expect, test } from '../fixtures.ts';
import { AT_THE_FARM, CheckoutPage, openCheckout } from '../pages/checkout-page.ts';
import { offer, uniqueWord } from '../pages/market-page.ts';
import { OrderPage } from '../pages/order-page.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

test('too far for a delivery: the distance is explained, and one press switches to collection', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { checkout } = await openCheckout({ page, request, accounts, dashboard }, 80.25);
  await checkout.searchPlace('Mombasa');
  await expect(
    page.getByText(/4\d\d(\.\d)? km from your place; delivers up to 0\.5 km\./),
  ).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Collect it instead' }).click();
  await expect(checkout.collect()).toBeChecked();
  await expect(page.getByText('KES 241.00').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('rounded up to the next whole shilling')).toBeVisible();
  await checkout.place.click();
  await new OrderPage(page).isOpen();
  await expect(page.getByText('Collected at the farm')).toBeVisible();
  await expect(page.getByText('Without an answer within 24 hours')).toBeVisible();
});

test('missing fields show an error at their place, and a reload keeps what was typed', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { checkout } = await openCheckout({ page, request, accounts, dashboard });
  await checkout.address.fill('');
  await checkout.place.click();
  await expect(
    page.getByText('Tell us where to deliver: find your place or use your location'),
  ).toBeVisible();
  await expect(page.getByText('Delivery address is required')).toBeVisible();
  await checkout.deliverTo(AT_THE_FARM, 'Moi Avenue 12');
  await page.getByRole('textbox', { name: 'Note to the farmers' }).fill('After six, please');
  await page.reload();
  await expect(checkout.address).toHaveValue('Moi Avenue 12');
  await expect(page.getByRole('textbox', { name: 'Note to the farmers' })).toHaveValue(
    'After six, please',
  );
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
});

test('choosing another place rewrites what the place wrote and never what a person wrote', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const { checkout } = await openCheckout({ page, request, accounts, dashboard });
  await checkout.address.fill('');
  await checkout.searchPlace('Mombasa');
  await expect(checkout.address).toHaveValue(/Mombasa/);
  await page.getByRole('button', { name: 'Change' }).click();
  await checkout.searchPlace('Lodwar');
  await expect(checkout.address).toHaveValue(/Lodwar/);

  await checkout.address.fill('Shop 4, behind the mill');
  await page.getByRole('button', { name: 'Change' }).click();
  await checkout.searchPlace('Mombasa');
  await expect(checkout.address).toHaveValue('Shop 4, behind the mill');
  const question = page.getByText(
    /^This address seems to be [\d,.]+ km from the place you chose\. Is this still the address\?/,
  );
  await expect(question).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Yes, keep it' }).click();
  await expect(question).toHaveCount(0);
  await expect(checkout.address).toHaveValue('Shop 4, behind the mill');
});

test('a double tap, or a retry after a lost answer, makes only one order', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { checkout, buyer } = await openCheckout({ page, request, accounts, dashboard });
  await checkout.deliverTo(AT_THE_FARM);
  let sent = 0;
  await page.route('**/trpc/*buyer.orders.place*', async (route) => {
    sent++;
    // The server accepts the order, but its answer never arrives.
    await route.fetch();
    await route.abort();
  });
  await checkout.place.dblclick();
  await expect(
    page.getByText('There was no answer. Try again: your order will not be placed twice.'),
  ).toBeVisible();
  expect(sent).toBe(1);
  await page.unroute('**/trpc/*buyer.orders.place*');
  // The cart is empty by now, so the page finds out by itself what happened to the order.
  await page.reload();
  await new OrderPage(page).isOpen();
  const orders = await request.get('/trpc/buyer.orders.list?input=%7B%7D', {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect((await orders.json()).result.data.orders).toHaveLength(1);
});

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

test('when a session ends in the middle of the checkout, the login leads back to it with what was typed', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { checkout, buyer } = await openCheckout({ page, request, accounts, dashboard });
  const note = page.getByRole('textbox', { name: 'Note to the farmers' });
  await page.getByText('Collect at the farm', { exact: true }).click();
  await note.fill('After six, please');
  await call(request, buyer.token, { path: 'auth.logout', input: {} });
  await checkout.place.click();
  await expect(page).toHaveURL('/login?redirect=%2Fcheckout');
  await dashboard.keepSession('buyer', { ...buyer, token: await accounts.logIn(buyer, 'buyer') });
  await checkout.open();
  await expect(note).toHaveValue('After six, please');
  await expect(checkout.collect()).toBeChecked();
});

test('a person who is not logged in returns to the checkout after the login', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page).toHaveURL('/login?redirect=%2Fcheckout');
});

for (const language of ['en', 'sw']) {
  const title = `cart, checkout and order in ${language}: axe finds nothing, and nothing hangs over the screen`;
  test(
    title,
    async ({ page, context, baseURL, request, accounts, dashboard, expectNoAxeViolations }) => {
      test.slow();
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }]);
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
    },
  );
}
