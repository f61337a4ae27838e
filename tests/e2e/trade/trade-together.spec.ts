import { createDemoMailbox, verifyNumber } from '#tests/e2e/demo-server.ts';
import {
  button,
  CheckoutPage,
  expect,
  heading,
  press,
  shows,
  test,
  uniqueEmail,
  uniqueNumber,
  uniqueWord,
} from '#tests/e2e/fixtures.ts';
import { useOwnDemo } from '#tests/e2e/own-demo.ts';
import { BuyerSignupPage } from '#tests/e2e/pages/buyer-signup-page.ts';
import { CartPage } from '#tests/e2e/pages/cart-page.ts';
import { CodeScreen } from '#tests/e2e/pages/code-screen.ts';
import { OrderPage } from '#tests/e2e/pages/order-page.ts';

test.describe('a whole trade on the demo', () => {
  const own = useOwnDemo();

  test('a buyer signs up with a mailed code, orders from two farms, pays on the phone, and rates; the money is paid out', {
    tag: '@journey',
  }, async ({ browser }) => {
    test.setTimeout(120_000);
    const word = uniqueWord();
    const number = uniqueNumber();
    const kale = await own.api.offer([{ name: `${word} kale`, price: 80 }], number);
    await verifyNumber(own.request, { token: kale.token, number });
    const beans = await own.api.offer([{ name: `${word} beans`, price: 120 }]);
    const stepKale = (orderId: number, ...steps: ('confirm' | 'dispatch')[]) =>
      own.api.step(kale.token, orderId, ...steps);

    const context = await browser.newContext({ baseURL: own.demo.url });
    const page = await context.newPage();
    const place = { latitude: -1.2864, longitude: 36.8172, name: 'Nairobi' };
    await page.addInitScript((at) => localStorage.setItem('buyerPlace', at), JSON.stringify(place));
    const cartOf = (count: string) => page.getByRole('link', { name: `Shopping Cart, ${count}` });
    for (const [id, count] of [
      [kale.ids[0], '1 product'],
      [beans.ids[0], '2 products'],
    ] as const) {
      await page.goto(`/market/${id}`);
      for (const _ of [2, 3])
        await page.getByRole('button', { name: 'Increase', exact: true }).click();
      await button(page, 'Add to Cart').first().click();
      await expect(cartOf(count)).toBeVisible({ timeout: 30_000 });
    }
    await cartOf('2 products').click();
    await new CartPage(page).checkout.click();
    const email = uniqueEmail('from-cart');
    await new BuyerSignupPage(page).signUp(email);
    const codeScreen = new CodeScreen(page);
    await codeScreen.isOpenFor(email);
    await codeScreen.type(await createDemoMailbox(own.request).code(email));
    await expect(page).toHaveURL('/checkout');
    const token = await page.evaluate(() => sessionStorage.getItem('authToken') ?? '');
    await shows(page, `${word} kale, 3 kg`);
    const checkout = new CheckoutPage(page);
    await expect(checkout.collect()).toHaveCount(2);
    for (const radio of await checkout.collect().all()) await radio.press('Space');
    await expect(page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked();
    await checkout.place.click();
    await expect(page).toHaveURL('/buyer-dashboard?tab=orders');

    const rowOf = (crop: string) =>
      page.getByRole('listitem').filter({ hasText: `${word} ${crop}` });
    const numberOf = async (crop: string) => {
      const link = rowOf(crop).getByRole('link', { name: /^Order #/ });
      return Number((await link.textContent())?.replace(/\D/g, ''));
    };
    const rejected = { orderId: await numberOf('beans'), reason: 'Sold out at the gate' };
    await own.api.call(beans.token, 'farmer.orders.reject', rejected);
    await shows(rowOf('beans'), 'Rejected', { exact: true });
    const id = await numberOf('kale');
    await rowOf('kale')
      .getByRole('link', { name: /^Order #/ })
      .click();
    const order = new OrderPage(page);
    await order.isOpen();
    await stepKale(id, 'confirm');

    const phone = await context.newPage();
    await phone.goto('/demo/phone');
    const pay = button(page, 'Pay KES 240');
    await pay.click();
    await shows(page, 'Check your phone and enter your PIN');
    await shows(phone.getByText('KES 240').first());
    await phone.getByLabel('PIN').fill('1234');
    await phone.getByRole('button', { name: 'OK', exact: true }).click();
    await shows(order.steps, 'Paid', { exact: true });
    await shows(page, /^Receipt [A-Z0-9]+$/);

    await stepKale(id, 'dispatch');
    await shows(heading(page, 'Your handover code'));
    const handoverCode = await own.api.handoverCode(token, id);
    await shows(page, handoverCode);
    const handover = { orderId: id, handoverCode };
    await own.api.call(kale.token, 'farmer.orders.complete', handover);
    await shows(order.status('Completed'));
    await page.getByRole('radio', { name: '5 out of 5 stars' }).press('Space');
    await press(page, 'Send rating');
    await shows(heading(page, 'Your rating'));

    const account = kale.farmer;
    const farmer = await own.open(browser, { role: 'farmer', account });
    await farmer.page.goto('/farmer/dashboard?tab=payments');
    await expect(
      farmer.page.getByText('Paid out', { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible({ timeout: 20_000 });
    await farmer.page.goto('/farmer/dashboard');
    await shows(farmer.page.getByText('5.0').first());
    await Promise.all([context, farmer.context].map((one) => one.close()));
  });
});
