import type { APIRequestContext, Page } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
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

const cartOf = async (request: APIRequestContext, token: string) => {
  const answer = await request.get('/api/buyer/cart', {
    headers: { authorization: `Bearer ${token}` },
  });
  const { lines } = await answer.json();
  return new Map(
    lines.map(({ productId, quantity }: { productId: number; quantity: number }) => [
      productId,
      quantity,
    ]),
  );
};

test("a visitor's cart shows the lines added offline", async ({
  page,
  context,
  request,
  accounts,
}) => {
  const { ids, names } = await makeFarm({ request, accounts }, 1);
  await page.goto(`/market/${ids[0]}`);
  await appIsKept(page);
  await context.setOffline(true);
  await addToCart(page);
  // It is shown once it is stored.
  const cart = page.getByRole('link', { name: /Shopping Cart/ }).filter({ hasText: '1' });
  await expect(cart.filter({ visible: true })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: names[0] ?? '' })).toBeVisible();
});

test('what a buyer adds offline to the cart is in it, and sent once online', async ({
  page,
  context,
  request,
  accounts,
  buyer,
}) => {
  const farmer = await makeFarm({ request, accounts }, 2);
  const [other = 0, wanted = 0] = farmer.ids;
  const lines = [{ productId: other, quantity: 3 }];
  await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
  await page.goto(`/market/${wanted}`);
  await queueStarted(page);
  await appIsKept(page);
  await context.setOffline(true);
  for (const _ of ['once', 'twice']) await addToCart(page);
  const { bar } = new PendingPage(page);
  await expect(bar).toContainText('1 waiting to be sent');
  await page.goto('/buyer-dashboard?tab=cart');
  await expect(page.getByRole('heading', { name: farmer.names[1] ?? '' })).toBeVisible();
  expect(await cartOf(request, buyer.token)).toEqual(new Map([[other, 3]]));
  await context.setOffline(false);
  await expect(bar).toBeHidden({ timeout: 20_000 });
  expect(await cartOf(request, buyer.token)).toEqual(
    new Map([
      [other, 3],
      [wanted, 2],
    ]),
  );
});
