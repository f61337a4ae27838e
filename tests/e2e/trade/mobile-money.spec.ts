import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { uniqueNumber, uniqueWord } from '#tests/e2e/api.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import { button, expect, shows, test } from '#tests/e2e/fixtures.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';

test.describe('on the demo', () => {
  const own = useOwnDemo();

  test('a pre-order takes a deposit, and its harvest may bring a part', async ({ browser }) => {
    test.setTimeout(120_000);
    const word = uniqueWord();
    const { ids, farmer } = await own.api.offer([
      {
        name: `${word} kale`,
        price: 50,
        harvestDate: daysAfter(dayInNairobi(new Date()), 7),
        depositPercent: 30,
      },
    ]);
    const buyer = await own.api.buyer();
    const ofBuyer = await own.open(browser, { role: 'buyer', account: buyer });
    const ofFarmer = await own.open(browser, { role: 'farmer', account: farmer });
    const { page } = ofBuyer;
    await page.goto(`/market/${ids[0]}`);
    await shows(page, 'you pay 30 % by M-Pesa now');
    const lines = [{ productId: ids[0], quantity: 20 }];
    await own.api.call(buyer.token, 'buyer.cart.put', { lines });
    await page.goto('/checkout');
    await shows(page, 'An announced harvest is paid by M-Pesa');
    const orderId = await own.api.order(buyer.token, {
      productIds: ids,
      quantity: 20,
      paymentMethod: 'M-Pesa',
    });
    await page.goto(`/orders/${orderId}`);
    await page.getByLabel('M-Pesa number').fill(uniqueNumber());
    await button(page, /^Pay KES 300/).tap();
    await approvePayment(browser, own.demo);
    await expect(page.getByText('Your deposit is paid')).toBeVisible({ timeout: 20_000 });

    await ofFarmer.page.goto(`/farmer/dashboard?tab=products&search=${word}`);
    await shows(ofFarmer.page, 'Ordered: 20 kg, orders: 1');
    await button(ofFarmer.page, 'Declare the harvest').tap();
    const dialog = ofFarmer.page.getByRole('dialog');
    await dialog.getByLabel(/^How much have you harvested/).fill('12');
    await button(dialog, 'Declare the harvest').tap();
    await expect(dialog).toHaveCount(0);

    // Twelve of twenty kilograms cost KES 600, of which the deposit has paid half.
    await page.reload();
    await shows(page, '12 kg (ordered: 20 kg)');
    await expect(button(page, /^Pay KES 300/)).toBeVisible();
    await ofBuyer.context.close();
    await ofFarmer.context.close();
  });
});
