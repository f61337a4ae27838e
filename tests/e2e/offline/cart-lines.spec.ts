import { expect, test } from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';
import { makeFarm, PHONE } from './queue-fixtures.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: 'allow' });

for (const who of ['a buyer', 'a visitor'] as const)
  test(`the cart of ${who} shows the lines added offline`, async ({
    page,
    context,
    request,
    accounts,
    dashboard,
  }) => {
    const { ids, names } = await makeFarm({ request, accounts }, 1);
    if (who === 'a buyer') await dashboard.keepSession('buyer', await accounts.buyer());
    await page.goto(`/market/${ids[0]}`);
    await appIsKept(page);
    await context.setOffline(true);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    // It is shown once it is stored.
    const cart = page.getByRole('link', { name: /Shopping Cart/ }).filter({ hasText: '1' });
    await expect(cart.filter({ visible: true })).toBeVisible();
    await page.goto(who === 'a buyer' ? '/buyer-dashboard?tab=cart' : '/cart');
    await expect(page.getByRole('heading', { name: names[0] ?? '' })).toBeVisible();
  });
