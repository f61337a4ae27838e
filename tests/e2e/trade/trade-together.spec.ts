import type { Browser } from 'playwright/test';
import { PUSH_ANSWER_SECONDS } from '#features/orders/rules/limits.ts';
import { uniqueEmail, uniqueNumber } from '#tests/e2e/accounts.ts';
import { call } from '#tests/e2e/call.ts';
import { createDemoMailbox, verifyNumber } from '#tests/e2e/demo-server.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { handoverCodeOf, orderProducts, stepOrder } from '#tests/e2e/orders.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { BuyerSignupPage } from '#tests/e2e/pages/buyer-signup-page.ts';
import { CartPage } from '#tests/e2e/pages/cart-page.ts';
import { AT_THE_FARM, CheckoutPage } from '#tests/e2e/pages/checkout-page.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
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
    const orderId = await orderProducts(own.request, token, {
      productIds: [farm.ids[0]],
      paymentMethod: 'M-Pesa',
    });
    await stepOrder(own.request, farm.token, { orderId, steps: ['confirm'] });
    await call(own.request, token, {
      path: 'buyer.orders.pay',
      input: { orderId, phoneNumber: '0712345678' },
    });
    return orderId;
  }

  test('a buyer signs up from the cart with a mailed code and orders from two farms: one rejects, the other is paid on the phone, hands over, is rated and paid out', {
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
    const viewport = { width: 390, height: 844 };
    const [ofKale, ofBeans] = [
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

    const ofBuyer = await browser.newContext({ baseURL: own.demo.url, viewport });
    const page = await ofBuyer.newPage();
    await page.addInitScript((place) => localStorage.setItem('buyerPlace', JSON.stringify(place)), {
      ...AT_THE_FARM,
      name: 'Nairobi',
    });
    const products = [...kale.ids, ...beans.ids];
    for (const id of products) {
      await page.goto(`/market/${id}`);
      for (const _ of [2, 3]) await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Add to Cart' }).first().click();
    }
    await page.getByRole('link', { name: 'Shopping Cart, 2 products' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Join as Buyer' }).click();
    const email = uniqueEmail('from-cart');
    await new BuyerSignupPage(page).signUp(email);
    const codeScreen = new CodeScreen(page);
    await codeScreen.isOpenFor(email);
    await codeScreen.type(await createDemoMailbox(own.request).code(email));
    await expect(page).toHaveURL('/buyer-dashboard?tab=cart');
    const cart = new CartPage(page);
    await expect(cart.quantity(`${word} kale`)).toHaveValue('3');
    await expect(page.getByText(/km away, doesn't deliver that far/).first()).toBeVisible();
    await cart.checkout.click();
    await expect(page.getByText(`${word} kale, 3 kg`)).toBeVisible();
    const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '');

    const checkout = new CheckoutPage(page);
    await expect(checkout.place).toBeVisible();
    await expect(checkout.collect()).toHaveCount(2);
    for (const radio of await checkout.collect().all()) await radio.press('Space');
    await expect(page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked();
    await checkout.place.click();
    await expect(page).toHaveURL('/buyer-dashboard?tab=orders');

    // The farmers see the payment without a reload.
    await kaleFarm.button(/^Accept: Order #/).click();
    await kaleFarm.inDialog('Accept').click();
    await expect(ofKale.page.getByText(/^Order #\d+ confirmed successfully!$/)).toBeVisible();
    await beansFarm.button(/^Reject: Order #/).click();
    await beansFarm.dialog.getByRole('textbox').fill('Sold out at the gate');
    await beansFarm.inDialog('Reject').click();
    await expect(ofBeans.page.getByText(/^Order #\d+ rejected successfully!$/)).toBeVisible();

    // The buyer sees their answers.
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
    const unanswered = await ringUnanswered(token, kale);

    await kaleFarm.button(`Details: Order #${id}`).click();
    await kaleFarm.inDialog('Ready to collect').click();
    await kaleFarm.dialog.last().getByRole('button', { name: 'Ready to collect' }).click();
    await expect(page.getByRole('heading', { name: 'Your handover code' })).toBeVisible();
    const handoverCode = await handoverCodeOf(own.request, token, id);
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
    await Promise.all([ofBuyer, ofKale.context, ofBeans.context].map((one) => one.close()));
  });
});
