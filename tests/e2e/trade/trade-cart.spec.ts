import { uniqueWord } from '#tests/e2e/api.ts';
import { button, expect, link, shows, test } from '#tests/e2e/fixtures.ts';
import { CartPage } from '#tests/e2e/pages/cart-page.ts';

test('a change of the cart that a proxy answers is stored and sent later', async ({
  page,
  api,
  buyer,
}) => {
  const name = `${uniqueWord()} beans`;
  const { ids } = await api.offer([{ name, price: 120.5, quantity: 8 }]);
  const lines = [{ productId: ids[0], quantity: 2 }];
  await api.call(buyer.token, 'buyer.cart.add', { lines });
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
  const waiting = link(page, /waiting to be sent/);
  await expect(waiting).toBeVisible();
  await page.unrouteAll();
  await expect(waiting).toBeHidden({ timeout: 60_000 });
  await page.reload();
  await expect(quantity).toHaveValue('4');
});

test('a changed price, a reduced stock and a withdrawn product are marked, and one press resolves each', async ({
  page,
  api,
  expectNoAxeViolations,
  buyer,
}) => {
  const word = uniqueWord();
  const { ids, token } = await api.offer([
    { name: `${word} kale`, price: 80 },
    { name: `${word} beans`, quantity: 50 },
    { name: `${word} milk` },
  ]);
  const [kale, beans, milk] = ids;
  const lines = ids.map((productId) => ({ productId, quantity: 10 }));
  await api.call(buyer.token, 'buyer.cart.add', { lines });
  const changed = {
    productId: kale,
    name: `${word} kale`,
    category: 'Vegetables',
    quantity: 120,
    unit: 'kg',
    price: 95,
  };
  await api.call(token, 'farmer.products.edit', changed);
  await api.call(token, 'farmer.products.setQuantity', { productId: beans, quantity: 3 });
  await api.call(token, 'farmer.products.delete', { productId: milk });

  const cart = new CartPage(page);
  await cart.open();
  await shows(page, 'The price changed from KES 80.00 / kg to KES 95.00 / kg.');
  await shows(page, 'Please sort out the products marked above first.');
  await expectNoAxeViolations();
  await button(page, 'Accept KES 95.00 / kg').click();
  await button(page, 'Take 3 kg').click();
  await button(page, /^Remove :/).click();
  await expect(cart.checkout).toBeVisible();
  await page.reload();
  await expect(cart.quantity(`${word} beans`)).toHaveValue('3');
  await expect(cart.quantity(`${word} kale`)).toHaveValue('10');
  await expect(link(page, `${word} milk`)).toBeHidden();
});
