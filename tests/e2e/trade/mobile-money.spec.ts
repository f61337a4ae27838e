import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { orderProducts } from '#tests/e2e/orders.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const own = useOwnDemo();

test('a pre-order takes a deposit, and its harvest may bring a part', async ({ browser }) => {
  test.setTimeout(120_000);
  const word = uniqueWord();
  const maker = own.accounts();
  const { ids, token, farmer } = await offer(own.request, maker, [
    {
      name: `${word} kale`,
      price: 50,
      harvestDate: daysAfter(dayInNairobi(new Date()), 7),
      depositPercent: 30,
    },
  ]);
  const buyer = await maker.buyer();
  const ofBuyer = await own.open(browser, { role: 'buyer', account: buyer });
  const ofFarmer = await own.open(browser, { role: 'farmer', account: { ...farmer, token } });
  const { page } = ofBuyer;
  await page.goto(`/market/${ids[0]}`);
  await expect(page.getByText('you pay 30 % by M-Pesa now')).toBeVisible();
  const lines = [{ productId: ids[0], quantity: 20 }];
  await call(own.request, buyer.token, { path: 'buyer.cart.put', input: { lines } });
  await page.goto('/checkout');
  await expect(page.getByText('An announced harvest is paid by M-Pesa')).toBeVisible();
  const orderId = await orderProducts(own.request, buyer.token, {
    productIds: ids,
    quantity: 20,
    paymentMethod: 'M-Pesa',
  });
  await page.goto(`/orders/${orderId}`);
  await page.getByLabel('M-Pesa number').fill(uniqueNumber());
  await page.getByRole('button', { name: /^Pay KES 300/ }).tap();
  await approvePayment(browser, own.demo);
  await expect(page.getByText('Your deposit is paid')).toBeVisible({ timeout: 20_000 });

  await ofFarmer.page.goto(`/farmer/dashboard?tab=products&search=${word}`);
  await expect(ofFarmer.page.getByText('Ordered: 20 kg, orders: 1')).toBeVisible();
  await ofFarmer.page.getByRole('button', { name: 'Declare the harvest' }).tap();
  const dialog = ofFarmer.page.getByRole('dialog');
  await dialog.getByLabel(/^How much have you harvested/).fill('12');
  await dialog.getByRole('button', { name: 'Declare the harvest' }).tap();
  await expect(dialog).toHaveCount(0);

  // Twelve of twenty kilograms cost KES 600, of which the deposit has paid half.
  await page.reload();
  await expect(page.getByText('12 kg (ordered: 20 kg)')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay KES 300/ })).toBeVisible();
  await ofBuyer.context.close();
  await ofFarmer.context.close();
});
