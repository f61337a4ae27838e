import { uniqueWord } from '#tests/e2e/api.ts';
import { expect, link, shows, test } from '#tests/e2e/fixtures.ts';
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
  await shows(page.getByText('KES 421.75').filter({ visible: true }).first());
  await page.route('**/trpc/*buyer.cart.setLine*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>' }),
  );
  await quantity.fill('4');
  await quantity.press('Enter');
  const waiting = link(page, /waiting to be sent/);
  await shows(waiting);
  await page.unrouteAll();
  await expect(waiting).toBeHidden({ timeout: 60_000 });
  await page.reload();
  await expect(quantity).toHaveValue('4');
});
