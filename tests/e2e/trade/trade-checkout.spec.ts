import { AT_THE_FARM, button, expect, openCheckout, shows, test } from '#tests/e2e/fixtures.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

test('the checkout names what is missing, explains a place too far away, and keeps what was typed through a reload and a login', async ({
  page,
  api,
  buyer,
  dashboard,
}) => {
  const checkout = await openCheckout({ page, api, buyer }, 80.25);
  const note = page.getByRole('textbox', { name: 'Note to the farmers' });
  const change = button(page, 'Change');
  await checkout.address.fill('');
  await checkout.place.click();
  await shows(page, 'Find your place or use your location');
  await shows(page, 'Delivery address is required');
  await checkout.deliverTo(AT_THE_FARM, '');
  await expect(checkout.address).toHaveValue('');
  await checkout.address.fill('Shop 4, behind the mill');
  await page.getByText('Day and note').click();
  await note.fill('After six, please');
  await page.reload();
  await expect(checkout.address).toHaveValue('Shop 4, behind the mill');
  await expect(note).toHaveValue('After six, please');

  await change.click();
  await checkout.searchPlace('Mombasa');
  await shows(page, /4\d\d(\.\d)? km away, delivers up to 0\.5 km\./);
  await expect(checkout.collect()).toBeChecked();
  await expect(checkout.address).toHaveCount(0);
  await shows(page.getByText('KES 241').filter({ visible: true }).first());
  await change.click();
  await checkout.deliverTo(AT_THE_FARM, null);
  await expect(checkout.address).toHaveValue('Shop 4, behind the mill');

  await checkout.open();
  await checkout.collect().check();
  await api.call(buyer.token, 'auth.logout');
  await checkout.place.click();
  await expect(page).toHaveURL('/login?redirect=%2Fcheckout');
  await dashboard.keepSession('buyer', { ...buyer, token: await api.logIn(buyer, 'buyer') });
  await checkout.open();
  await expect(note).toHaveValue('After six, please');
  await expect(checkout.collect()).toBeChecked();
  await checkout.place.click();
  await new OrderPage(page).isOpen();
  await shows(page, 'Collection at the farm');
  await shows(page, /^Sent to .+\. Answer due by \d\d:\d\d (today|tomorrow)\.$/);
});
