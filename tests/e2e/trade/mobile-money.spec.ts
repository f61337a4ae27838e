import type { Browser, Page } from 'playwright/test';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { approvePayment } from '#tests/e2e/demo-server.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { handoverCodeOf, orderProducts, stepOrder } from '#tests/e2e/orders.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

const PAID = { timeout: 20_000 };

test.describe('an order that is paid by M-Pesa in two parts', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 });
  const own = useOwnDemo();

  const payOnPage = async (page: Page, browser: Browser, amount: RegExp) => {
    await page.getByLabel('M-Pesa number').fill(uniqueNumber());
    await page.getByRole('button', { name: amount }).tap();
    await approvePayment(browser, own.demo);
  };

  test('the buyer pays for goods that weigh more than paid for', async ({ browser }) => {
    const maker = own.accounts();
    const { ids, token } = await offer(own.request, maker, [
      { name: `${uniqueWord()} kale`, quantity: 400, price: 50 },
    ]);
    const buyer = await maker.buyer();
    const { page, context } = await own.open(browser, { role: 'buyer', account: buyer });
    const orderId = await orderProducts(own.request, buyer.token, {
      productIds: ids,
      quantity: 40,
      paymentMethod: 'M-Pesa',
    });
    await stepOrder(own.request, token, { orderId, steps: ['confirm'] });
    await page.goto(`/orders/${orderId}`);
    await payOnPage(page, browser, /^Pay KES 2,000\.00/);
    await expect(page.getByText(/^Receipt \w+/)).toBeVisible(PAID);
    const asFarmer = (path: string, input: object) =>
      call(own.request, token, { path: `farmer.orders.${path}`, input });
    const { lines } = await asFarmer('dispatch', { orderId });
    await asFarmer('weigh', { orderId, lines: [{ lineId: lines[0].id, weight: 41 }] });

    await page.reload();
    await expect(page.getByRole('heading', { name: 'It weighs more than agreed' })).toBeVisible();
    await payOnPage(page, browser, /^Pay KES 50\.00 more/);
    const paid = 'You have paid for the extra weight, KES 2,050.00 in all.';
    await expect(page.getByText(paid)).toBeVisible(PAID);
    for (const receipt of [/^KES 2,000\.00: receipt \w+/, /^KES 50\.00: receipt \w+/])
      await expect(page.getByText(receipt)).toBeVisible();
    const handoverCode = await handoverCodeOf(own.request, buyer.token, orderId);
    await expect(page.getByText(handoverCode)).toBeVisible();
    await asFarmer('complete', { orderId, handoverCode });
    await page.reload();
    await expect(page.getByText('2,050.00').first()).toBeVisible();
    await expect(page.getByText('41 kg (ordered: 40 kg)')).toBeVisible();
    await context.close();
  });

  test('a pre-order takes a deposit, and its harvest may bring a part', async ({ browser }) => {
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
    await payOnPage(page, browser, /^Pay KES 300/);
    await expect(page.getByText('Your deposit is paid')).toBeVisible(PAID);

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
});
