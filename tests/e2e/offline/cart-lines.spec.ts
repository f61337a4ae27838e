import type { Page } from 'playwright/test';
import type { Api } from '#tests/e2e/api.ts';
import { expect, heading, link, shows, test } from '#tests/e2e/fixtures.ts';
import { PendingPage, queueStarted } from '#tests/e2e/pages/pending-page.ts';
import { appIsKept } from './kept-app.ts';
import { makeFarm, PHONE } from './queue-fixtures.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

const addToCart = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();

const cartOf = async (api: Api, token: string) => {
  const { lines } = await (await api.read(token, 'buyer/cart')).json();
  return new Map(
    lines.map(({ productId, quantity }: { productId: number; quantity: number }) => [
      productId,
      quantity,
    ]),
  );
};

test("a visitor's cart shows the lines added offline", async ({ page, context, api }) => {
  const { ids, names } = await makeFarm(api, 1);
  await page.goto(`/market/${ids[0]}`);
  await appIsKept(page);
  await context.setOffline(true);
  await addToCart(page);
  // It is shown once it is stored.
  const cart = link(page, /Shopping Cart/).filter({ hasText: '1' });
  await shows(cart.filter({ visible: true }));
  await page.goto('/cart');
  await shows(heading(page, names[0] ?? ''));
});

test('what a buyer adds offline to the cart is in it, and sent once online', async ({
  page,
  context,
  api,
  buyer,
}) => {
  const farmer = await makeFarm(api, 2);
  const [other = 0, wanted = 0] = farmer.ids;
  const lines = [{ productId: other, quantity: 3 }];
  await api.call(buyer.token, 'buyer.cart.add', { lines });
  await page.goto(`/market/${wanted}`);
  await queueStarted(page);
  await appIsKept(page);
  await context.setOffline(true);
  for (const _ of ['once', 'twice']) await addToCart(page);
  const { bar } = new PendingPage(page);
  await expect(bar).toContainText('1 waiting to be sent');
  await page.goto('/buyer-dashboard?tab=cart');
  await shows(heading(page, farmer.names[1] ?? ''));
  expect(await cartOf(api, buyer.token)).toEqual(new Map([[other, 3]]));
  await context.setOffline(false);
  await expect(bar).toBeHidden({ timeout: 20_000 });
  expect(await cartOf(api, buyer.token)).toEqual(
    new Map([
      [other, 3],
      [wanted, 2],
    ]),
  );
});
