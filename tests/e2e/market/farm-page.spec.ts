import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { CartPage } from '#tests/e2e/pages/cart-page.ts';
import { isRunning } from '#tests/e2e/pages/held-page.ts';
import { MarketPage, offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';

test("a farm's name on a card opens the farm page: all its products, its county, and Add to Cart", async ({
  page,
  request,
  accounts,
  expectNoAxeViolations,
}) => {
  const word = uniqueWord();
  await offer(request, accounts, [{ name: `${word} kale` }, { name: `${uniqueWord()} beans` }]);
  await offer(request, accounts, [{ name: `${word} onions` }]);
  const market = new MarketPage(page);
  await page.goto(`/market?search=${word}`);
  // Only a running page remembers its search for the way back.
  await isRunning(page);
  await market.card(`${word} kale`).getByRole('link', { name: 'Farm in' }).click();
  await expect(page).toHaveURL(/\/farm\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'What this farm sells' })).toBeVisible();
  await expect(market.cards).toHaveCount(2);
  await expect(market.card(`${word} onions`)).toBeHidden();
  await expect(page.getByText('Nairobi County')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What buyers say' })).toBeVisible();
  await market.card(`${word} kale`).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('link', { name: 'Shopping Cart, 1 product' })).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('link', { name: 'All products' }).click();
  await expect(market.search).toHaveValue(word);
});

test("a farm's name opens it from the product page, the cart and the buyer's orders", async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const word = uniqueWord();
  const { ids } = await offer(request, accounts, [{ name: `${word} kale` }]);
  const buyer = await accounts.buyer();
  await call(request, buyer.token, {
    path: 'buyer.cart.add',
    input: { lines: [{ productId: ids[0], quantity: 2 }] },
  });
  // The same crop's other farms load further down.
  const farmLink = page
    .getByRole('main')
    .getByRole('link', { name: /farm\b/i })
    .first();
  await page.goto(`/market/${ids[0]}`);
  const address = await farmLink.getAttribute('href');
  expect(address).toMatch(/^\/farm\/\d+$/);
  await farmLink.click();
  await expect(page).toHaveURL(address ?? '');

  await dashboard.keepSession('buyer', buyer);
  await new CartPage(page).open();
  await expect(
    page.getByRole('heading', { level: 2 }).getByRole('link', { name: /farm/i }),
  ).toHaveAttribute('href', address ?? '');
  const placed = await call(request, buyer.token, {
    path: 'buyer.orders.place',
    input: {
      idempotencyKey: word,
      order: { fulfilment: 'collection', paymentMethod: 'Cash on delivery', expectedTotal: 170 },
    },
  });
  expect(placed).toBeTruthy();
  await page.goto('/buyer-dashboard?tab=orders');
  await expect(farmLink).toHaveAttribute('href', address ?? '');
  await page.getByRole('link', { name: /^Order / }).click();
  await expect(
    page.getByRole('heading', { level: 2 }).getByRole('link', { name: /farm/i }),
  ).toHaveAttribute('href', address ?? '');
});

test('an unknown farm is a 404 that links to the market', async ({ page, request }) => {
  expect((await request.get('/farm/2000000000')).status()).toBe(404);
  await page.route('**/farm/2000000000', async (route) =>
    route.fulfill({ response: await route.fetch(), status: 200 }),
  );
  await page.goto('/farm/2000000000');
  await expect(page.getByText('There is no such farm here').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'All products' }).last().click();
  await expect(page).toHaveURL('/market');
});
