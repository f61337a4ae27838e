import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { AT_THE_FARM, openCheckout } from '#tests/e2e/pages/checkout-page.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

test('the checkout names what is missing, explains a place too far away, and keeps what was typed through a reload and a login', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { checkout, buyer } = await openCheckout({ page, request, accounts, dashboard }, 80.25);
  const note = page.getByRole('textbox', { name: 'Note to the farmers' });
  const change = page.getByRole('button', { name: 'Change' });
  await checkout.address.fill('');
  await checkout.place.click();
  await expect(
    page.getByText('Tell us where to deliver: find your place or use your location'),
  ).toBeVisible();
  await expect(page.getByText('Delivery address is required')).toBeVisible();
  await checkout.deliverTo(AT_THE_FARM, '');
  await expect(checkout.address).toHaveValue('');
  await checkout.address.fill('Shop 4, behind the mill');
  await note.fill('After six, please');
  await page.reload();
  await expect(checkout.address).toHaveValue('Shop 4, behind the mill');
  await expect(note).toHaveValue('After six, please');

  await change.click();
  await checkout.searchPlace('Mombasa');
  await expect(
    page.getByText(/4\d\d(\.\d)? km from your place; delivers up to 0\.5 km\. So you collect/),
  ).toBeVisible();
  await expect(checkout.collect()).toBeChecked();
  await expect(checkout.address).toHaveCount(0);
  await expect(page.getByText('KES 241.00').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Rounded up to the next whole shilling.')).toBeVisible();
  await change.click();
  await checkout.deliverTo(AT_THE_FARM, null);
  await expect(checkout.address).toHaveValue('Shop 4, behind the mill');

  await checkout.open();
  await checkout.collect().check();
  await call(request, buyer.token, { path: 'auth.logout', input: {} });
  await checkout.place.click();
  await expect(page).toHaveURL('/login?redirect=%2Fcheckout');
  await dashboard.keepSession('buyer', { ...buyer, token: await accounts.logIn(buyer, 'buyer') });
  await checkout.open();
  await expect(note).toHaveValue('After six, please');
  await expect(checkout.collect()).toBeChecked();
  await checkout.place.click();
  await new OrderPage(page).isOpen();
  await expect(page.getByText('Collection at the farm')).toBeVisible();
  await expect(
    page.getByText(/^Sent to .+\. They have until \d\d:\d\d (today|tomorrow)\.$/),
  ).toBeVisible();
});

test('a double tap or a retry after a lost answer makes only one order', async ({
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
  await page.reload();
  await new OrderPage(page).isOpen();
  const orders = await request.get('/trpc/buyer.orders.list?input=%7B%7D', {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect((await orders.json()).result.data.orders).toHaveLength(1);
});
