import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { CartPage } from '#tests/e2e/pages/cart-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test('a change of the cart that a proxy answers is stored and sent later', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const name = `${uniqueWord()} beans`;
  const { ids } = await offer(request, accounts, [{ name, price: 120.5, quantity: 8 }]);
  const buyer = await accounts.buyer();
  const lines = [{ productId: ids[0], quantity: 2 }];
  await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
  await dashboard.keepSession('buyer', buyer);
  const cart = new CartPage(page);
  await cart.open();
  const quantity = cart.quantity(name);
  await quantity.fill('3.5');
  await quantity.press('Enter');
  await expect(page.getByText('KES 421.75').filter({ visible: true }).first()).toBeVisible();
  await page.route('**/trpc/*buyer.cart.setLine*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>' }),
  );
  await quantity.fill('4');
  await quantity.press('Enter');
  const waiting = page.getByRole('link', { name: /waiting to be sent/ });
  await expect(waiting).toBeVisible();
  await page.unrouteAll();
  await expect(waiting).toBeHidden({ timeout: 60_000 });
  await page.reload();
  await expect(quantity).toHaveValue('4');
});

test('a changed price, a reduced stock and a withdrawn product are marked, and one press resolves each', async ({
  page,
  request,
  accounts,
  dashboard,
  expectNoAxeViolations,
}) => {
  const word = uniqueWord();
  const { ids, token } = await offer(request, accounts, [
    { name: `${word} kale`, price: 80 },
    { name: `${word} beans`, quantity: 50 },
    { name: `${word} milk` },
  ]);
  const [kale, beans, milk] = ids;
  const buyer = await accounts.buyer();
  const lines = ids.map((productId) => ({ productId, quantity: 10 }));
  await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
  const changed = {
    productId: kale,
    name: `${word} kale`,
    category: 'Vegetables',
    quantity: 120,
    unit: 'kg',
    price: 95,
  };
  await call(request, token, { path: 'farmer.products.edit', input: changed });
  await call(request, token, {
    path: 'farmer.products.setQuantity',
    input: { productId: beans, quantity: 3 },
  });
  await call(request, token, { path: 'farmer.products.delete', input: { productId: milk } });

  await dashboard.keepSession('buyer', buyer);
  const cart = new CartPage(page);
  await cart.open();
  await expect(
    page.getByText('The price changed from KES 80.00 / kg to KES 95.00 / kg.'),
  ).toBeVisible();
  await expect(page.getByText('Please sort out the products marked above first.')).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Accept KES 95.00 / kg' }).click();
  await page.getByRole('button', { name: 'Take 3 kg' }).click();
  await page.getByRole('button', { name: /^Remove :/ }).click();
  await expect(cart.checkout).toBeVisible();
  await page.reload();
  await expect(cart.quantity(`${word} beans`)).toHaveValue('3');
  await expect(cart.quantity(`${word} kale`)).toHaveValue('10');
  await expect(page.getByRole('link', { name: `${word} milk` })).toBeHidden();
});
