import type { Locator, Page } from 'playwright/test';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { AT_THE_FARM } from '#tests/e2e/pages/checkout-page.ts';
import { offer, uniqueWord } from '#tests/e2e/pages/market-page.ts';
import { brokenWords } from '#tests/e2e/pages/whole-texts.ts';

const CHECKOUT_HEIGHT_MAX = 1300;
const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];
const LONG = 'Mchicha na sukuma wiki mchanganyiko, umevunwa asubuhi Kinangop';
const UNBROKEN = 'Mbogamchanganyikozakienyejizilizovunwaasubuhileo';

const keepPlace = (page: Page) =>
  page.evaluate((place) => localStorage.setItem('buyerPlace', JSON.stringify(place)), {
    ...AT_THE_FARM,
    name: 'Starehe, Nairobi',
  });

/** The parts of a screen that are wider than the part around them, or outside the window. */
const overflowing = (part: Locator) =>
  part.evaluateAll((roots) =>
    roots.flatMap((root) =>
      [root, ...root.querySelectorAll('*')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          if (width === 0 || element.closest('.sr-only, .overflow-x-auto')) return false;
          const frame = root.getBoundingClientRect();
          return left < frame.left - 1 || right > frame.right + 1 || right > innerWidth;
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    ),
  );

for (const language of ['en', 'sw']) {
  test(`checkout in ${language}: an order from two farms fits ${CHECKOUT_HEIGHT_MAX} px of a phone`, async ({
    page,
    request,
    accounts,
    dashboard,
    speak,
  }) => {
    await speak(language);
    await page.setViewportSize({ width: 360, height: 800 });
    const [one, two] = [
      await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]),
      await offer(request, accounts, [{ name: `${uniqueWord()} beans` }]),
    ];
    const buyer = await accounts.buyer();
    const lines = [...one.ids, ...two.ids].map((productId) => ({ productId, quantity: 2 }));
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
    await dashboard.keepSession('buyer', buyer);
    await keepPlace(page);
    await page.goto('/checkout');
    const place = page.getByRole('button', { name: /^(Place 2 orders|Tuma oda 2)\s· KES\s340$/ });
    // In sight before any scrolling, and above the bar.
    await expect(place).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('radio', { name: /^(Deliver|Nifikishiwe)/ })).toHaveCount(2);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await height()).toBeLessThanOrEqual(CHECKOUT_HEIGHT_MAX);
    // The bar has the cart and the dashboard; the header does not repeat them.
    const header = page.getByRole('banner');
    const inBar = header.getByRole('link', { name: /^(Shopping Cart|Kikapu|Dashboard|Dashibodi)/ });
    await expect(inBar.filter({ visible: true })).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(inBar.filter({ visible: true })).toHaveCount(2);
  });

  test(`cart, checkout and order in ${language}: a long name stays within its row, and no word is broken`, async ({
    page,
    request,
    accounts,
    dashboard,
    speak,
  }) => {
    test.slow();
    await speak(language);
    const { ids } = await offer(request, accounts, [
      { name: LONG, price: 12_345.67, unit: 'bunches' },
      { name: UNBROKEN, price: 9876.5, unit: 'pieces' },
    ]);
    const buyer = await accounts.buyer();
    const lines = ids.map((productId) => ({ productId, quantity: 15 }));
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
    const placed = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
    const input = { idempotencyKey: uniqueWord(), order: placed };
    const { orders } = await call(request, buyer.token, { path: 'buyer.orders.place', input });
    const again = ids.map((productId) => ({ productId, quantity: 20 }));
    await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines: again } });
    await dashboard.keepSession('buyer', buyer);
    await keepPlace(page);
    for (const path of [
      '/buyer-dashboard?tab=cart',
      '/buyer-dashboard?tab=orders',
      '/checkout',
      `/orders/${orders[0].id}`,
    ]) {
      await page.goto(path);
      const main = page.getByRole('main');
      // The tracker of an order is a list whose parts may not leave it either.
      const parts = main.getByRole('listitem').or(main.getByRole('list'));
      await expect(parts.filter({ hasText: UNBROKEN }).first()).toBeVisible();
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expect
          .poll(() => overflowing(parts), { message: `${path} ${size.width}` })
          .toEqual([]);
        expect(await brokenWords(page), `${path} ${size.width}`).toEqual([]);
      }
    }
  });
}

test('an order on paper has the logo and both names, and no buttons', async ({
  page,
  request,
  accounts,
  dashboard,
}) => {
  const { ids } = await offer(request, accounts, [{ name: `${uniqueWord()} kale` }]);
  const buyer = await accounts.buyer();
  const lines = [{ productId: ids[0], quantity: 2 }];
  await call(request, buyer.token, { path: 'buyer.cart.add', input: { lines } });
  const placed = { fulfilment: 'collection', paymentMethod: 'Cash on delivery' };
  const input = { idempotencyKey: uniqueWord(), order: placed };
  const { orders } = await call(request, buyer.token, { path: 'buyer.orders.place', input });
  await dashboard.keepSession('buyer', buyer);
  await page.goto(`/orders/${orders[0].id}`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  const names = page.getByText(/Buyer: Achieng Otieno\s*Farm: /);
  await expect(names).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(names).toBeVisible();
  await expect(page.getByRole('main').getByText('SokoShamba', { exact: true })).toBeVisible();
  await expect(page.getByText('You placed the order')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Print|Cancel order)$/ })).toHaveCount(0);
});
