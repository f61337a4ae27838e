import type { Browser } from 'playwright/test';
import { PUSH_ANSWER_SECONDS } from '#features/orders/rules/limits.ts';
import { uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { verifyNumber } from '#tests/e2e/demo-server.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { CheckoutPage } from '#tests/e2e/pages/checkout-page.ts';
import { FarmerDashboardPage } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

/**
 * A whole trade on the demo: two people, each in their own browser, and a phone that receives the
 * prompts.
 */
test.describe('two people at once', () => {
  const own = useOwnDemo();

  /** The demo's phone page. */
  async function phone(browser: Browser) {
    const context = await browser.newContext({ baseURL: own.demo.url });
    const page = await context.newPage();
    await page.goto('/demo/phone');
    return {
      page,
      async approve(amount: string) {
        await expect(page.getByText(amount).first()).toBeVisible();
        await page.getByLabel('PIN').fill('1234');
        await page.getByRole('button', { name: 'OK', exact: true }).click();
      },
      press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    };
  }

  /**
   * Another accepted order of the buyer's, with an unanswered payment prompt. @returns its number
   */
  async function ringUnanswered(
    token: string,
    farm: { token: string; ids: number[] },
  ): Promise<number> {
    await call(own.request, token, {
      path: 'buyer.cart.put',
      input: { lines: [{ productId: farm.ids[0], quantity: 1 }] },
    });
    const order = { fulfilment: 'collection', paymentMethod: 'M-Pesa' };
    const placed = await call(own.request, token, {
      path: 'buyer.orders.place',
      input: { idempotencyKey: uniqueWord(), order },
    });
    const orderId: number = placed.orders[0].id;
    await call(own.request, farm.token, { path: 'farmer.orders.confirm', input: { orderId } });
    await call(own.request, token, {
      path: 'buyer.orders.pay',
      input: { orderId, phoneNumber: '0712345678' },
    });
    return orderId;
  }

  test('an order from two farms: one accepts, one rejects; it is paid on the phone, dispatched, handed over, rated and paid out', {
    tag: '@journey',
  }, async ({ browser }) => {
    test.setTimeout(120_000);
    const word = uniqueWord();
    const maker = own.accounts();
    // Money goes to verified numbers only.
    const number = uniqueNumber();
    const reachable = { ...maker, farmer: (name?: string) => maker.farmer(name, number) };
    const kale = await offer(own.request, reachable, [{ name: `${word} kale`, price: 80 }]);
    await verifyNumber(own.request, { token: kale.token, number });
    const beans = await offer(own.request, maker, [{ name: `${word} beans`, price: 120 }]);
    const buyer = await maker.buyer();
    await call(own.request, buyer.token, {
      path: 'buyer.cart.add',
      input: {
        lines: [...kale.ids, ...beans.ids].map((productId) => ({ productId, quantity: 3 })),
      },
    });
    const viewport = { width: 390, height: 844 };
    const [ofBuyer, ofKale, ofBeans] = [
      await own.open(browser, { role: 'buyer', account: buyer, viewport }),
      await own.open(browser, {
        role: 'farmer',
        account: { ...kale.farmer, token: kale.token },
        viewport,
      }),
      await own.open(browser, {
        role: 'farmer',
        account: { ...beans.farmer, token: beans.token },
        viewport,
      }),
    ];
    const [kaleFarm, beansFarm] = [
      new FarmerDashboardPage(ofKale.page),
      new FarmerDashboardPage(ofBeans.page),
    ];
    await kaleFarm.open('orders');
    await beansFarm.open('orders');

    const checkout = new CheckoutPage(ofBuyer.page);
    await checkout.open();
    await expect(checkout.collect()).toHaveCount(2);
    for (const radio of await checkout.collect().all()) await radio.press('Space');
    await expect(ofBuyer.page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked();
    await checkout.place.click();
    await expect(ofBuyer.page).toHaveURL('/buyer-dashboard?tab=orders');

    // The farmers see the payment without a reload.
    await kaleFarm.button(/^Accept: Order #/).click();
    await kaleFarm.inDialog('Accept').click();
    await expect(ofKale.page.getByText(/^Order #\d+ confirmed successfully!$/)).toBeVisible();
    await beansFarm.button(/^Reject: Order #/).click();
    await beansFarm.dialog.getByRole('textbox').fill('Sold out at the gate');
    await beansFarm.inDialog('Reject').click();
    await expect(ofBeans.page.getByText(/^Order #\d+ rejected successfully!$/)).toBeVisible();

    // The buyer sees their answers.
    const { page } = ofBuyer;
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `${word} beans` })
        .getByText('Rejected', { exact: true }),
    ).toBeVisible();
    await page
      .getByRole('listitem')
      .filter({ hasText: `${word} kale` })
      .getByRole('link', { name: /^Order #/ })
      .click();
    const order = new OrderPage(page);
    const id = await order.isOpen();

    const ringing = await phone(browser);
    const pay = page.getByRole('button', { name: 'Pay KES 240.00' });
    await pay.click();
    await expect(page.getByText('Check your phone and enter your PIN')).toBeVisible();
    await ringing.press('Cancel');
    await expect(
      page.getByText('The request was cancelled on the phone. You were not charged.'),
    ).toBeVisible();
    await pay.click();
    await expect(
      ringing.page.getByRole('button', { name: 'Not enough money in the account' }),
    ).toBeVisible();
    await ringing.press('Not enough money in the account');
    await expect(
      page.getByText('Your M-Pesa balance was not enough. You were not charged.'),
    ).toBeVisible();
    await pay.click();
    await ringing.approve('KES 240');
    await expect(order.steps.getByText('Paid', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Receipt [A-Z0-9]+$/)).toBeVisible();
    const unanswered = await ringUnanswered(buyer.token, kale);

    await kaleFarm.button(`Details: Order #${id}`).click();
    await kaleFarm.inDialog('Ready to collect').click();
    await kaleFarm.dialog.last().getByRole('button', { name: 'Ready to collect' }).click();
    await expect(page.getByRole('heading', { name: 'Your handover code' })).toBeVisible();
    const { handoverCode } = await (
      await own.request.get(`/api/buyer/orders/${id}`, {
        headers: { authorization: `Bearer ${buyer.token}` },
      })
    )
      .json()
      .then(({ order: read }) => read);
    await expect(page.getByText(handoverCode)).toBeVisible();
    await kaleFarm.inDialog('Enter handover code').click();
    await ofKale.page.getByLabel('Handover code').fill(handoverCode);
    await kaleFarm.inDialog('Complete order').click();

    await expect(order.status('Completed')).toBeVisible();
    // By keyboard, because completing the order moves the stars.
    await page.getByRole('radio', { name: '5 of 5 stars' }).press('Space');
    await page.getByRole('button', { name: 'Send rating' }).click();
    await expect(page.getByRole('heading', { name: 'Your rating' })).toBeVisible();

    await kaleFarm.open('payments');
    await expect(
      ofKale.page.getByText('Paid out', { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible({
      timeout: 20_000,
    });
    await kaleFarm.open();
    await expect(ofKale.page.getByText('5.0').first()).toBeVisible();
    await ringing.page.reload();
    await expect(ringing.page.getByText('KES 240').first()).toBeVisible();
    await page.goto(`/orders/${unanswered}`);
    await own.demo.setAhead(PUSH_ANSWER_SECONDS);
    await expect(page.getByText('The phone did not answer.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay KES 80.00' })).toBeEnabled();
    await Promise.all([ofBuyer, ofKale, ofBeans].map(({ context }) => context.close()));
  });
});
