import { PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { expect, shows } from '#tests/e2e/fixtures.ts';
import {
  fillProduct,
  listProducts,
  makeFarmer,
  openProducts,
  pendingCard,
} from './offline-farmer.ts';
import { keepSession, test } from './queue-fixtures.ts';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a product with photos that is listed offline is pending, not failed, survives a reload, and is sent once online', {
    tag: '@journey',
  }, async ({ page, context, api, expectAccessible }) => {
    const farmer = await makeFarmer(api);
    await keepSession(page, farmer);
    const farm = await openProducts(page);
    await context.setOffline(true);
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
    await expect(
      farm.dialog.getByText('Saved on this phone. Sent when you are online.'),
    ).toHaveCount(2);
    await expectAccessible();
    await context.setOffline(false);
    await page.route('**/api/farmer/uploads**', (route) => route.abort());
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
    await shows(farm.dialog.getByRole('img', { name: 'Photo 2' }));
    await context.setOffline(true);
    await farm.inDialog('Add product').click();
    await expect(pendingCard(page, 'Sukuma wiki')).toContainText('Waiting to be sent');
    await page.unroute('**/api/farmer/uploads**');
    await context.setOffline(false);
    await expect
      .poll(
        async () => (await listProducts(api, farmer.token)).map(({ photos }) => photos.length),
        { timeout: 30_000 },
      )
      .toEqual([2]);
  });

  test('a refused product goes back into the form with everything in it', async ({
    page,
    context,
    api,
  }) => {
    const farmer = await makeFarmer(api);
    await keepSession(page, farmer);
    const farm = await openProducts(page);
    await context.setOffline(true);
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
    await farm.inDialog('Add product').click();
    await shows(pendingCard(page, 'Sukuma wiki'));
    const refusal = [
      {
        error: {
          message: 'Not now',
          code: -32600,
          data: { code: 'TOO_MANY_PRODUCTS', httpStatus: 409 },
        },
      },
    ];
    await page.route('**/trpc/farmer.products.create*', (route) =>
      route.fulfill({ status: 409, json: refusal }),
    );
    await context.setOffline(false);
    await expect(pendingCard(page, 'Sukuma wiki').getByRole('alert')).toContainText('Not now', {
      timeout: 30_000,
    });
    await farm.button('Open again').click();
    await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
    await expect(page.getByLabel('Price per kg (KES)')).toHaveValue('80');
    await shows(farm.dialog.getByRole('img', { name: 'Photo 2' }));
    await expect(pendingCard(page, 'Sukuma wiki')).toHaveCount(0);
    await page.unroute('**/trpc/farmer.products.create*');
    await farm.inDialog('Add product').click();
    await shows(page, 'Product added successfully!');
    const [listed] = await listProducts(api, farmer.token);
    expect(listed?.photos).toHaveLength(2);
  });
});
