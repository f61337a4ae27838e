import { startCuttingProxy } from '#tests/e2e/cutting-proxy.ts';
import { PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { PendingPage } from '#tests/e2e/pages/pending-page.ts';
import {
  fillProduct,
  listProducts,
  makeFarmer,
  openProducts,
  pendingCard,
} from './offline-farmer.ts';
import { firstPage, keepSession, kill, openPhone, test } from './queue-fixtures.ts';

const NAMES = ['Dry maize', 'Rosecoco beans', 'Sukuma wiki'];
const PHOTOS = 5;
const CUTS = 20;
/** Bytes of an upload that pass before it is cut. */
const CUT_AFTER_BYTES = 24 * 1024;

test('three products with five photos each survive a killed browser and twenty cuts, and arrive once', {
  tag: '@night',
}, async ({ baseURL, folder, request, accounts }) => {
  test.setTimeout(240_000);
  const farmer = await makeFarmer(accounts);
  const proxy = await startCuttingProxy(baseURL ?? '');
  const first = await openPhone(proxy.url, folder, PHONE.userAgent);
  const page = await firstPage(first);
  await keepSession(page, farmer);
  const farm = await openProducts(page);
  await first.setOffline(true);
  for (const name of NAMES) {
    await fillProduct(page, farm, { name, photos: PHOTOS });
    await farm.inDialog('Add Product').click();
    await expect(pendingCard(page, name)).toContainText('Waiting to be sent', { timeout: 20_000 });
    await expect(pendingCard(page, name).locator('img')).toHaveAttribute('src', /^blob:/);
  }
  await expect(page.getByRole('link', { name: /3 waiting to be sent/ })).toBeVisible();
  await kill(folder);
  expect(await listProducts(request, farmer.token)).toEqual([]);

  proxy.cut(CUTS, CUT_AFTER_BYTES);
  const second = await openPhone(proxy.url, folder, PHONE.userAgent);
  const again = await firstPage(second);
  await again.goto('/waiting');
  await expect(new PendingPage(again).empty).toBeVisible({ timeout: 180_000 });
  const products = await listProducts(request, farmer.token);
  expect(products.map(({ name }) => name).sort()).toEqual(NAMES);
  expect(products.map(({ photos }) => photos.length)).toEqual([PHOTOS, PHOTOS, PHOTOS]);
  const photos = products.flatMap((product) => product.photos);
  expect(new Set(photos.map(({ id }) => id)).size).toBe(NAMES.length * PHOTOS);
  expect(photos.every(({ takenOn }) => takenOn !== undefined)).toBe(true);
  expect(proxy.cuts()).toBe(CUTS);
  await second.close();
  await proxy.close();
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a product with photos that is listed offline is pending, not failed, survives a reload, and is sent once online', {
    tag: '@journey',
  }, async ({ page, context, request, accounts, expectNoAxeViolations }) => {
    const farmer = await makeFarmer(accounts);
    await keepSession(page, farmer);
    const farm = await openProducts(page);
    await context.setOffline(true);
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
    await expect(
      farm.dialog.getByText('On this phone. It goes when there is a network.'),
    ).toHaveCount(2);
    await expectNoAxeViolations();
    await context.setOffline(false);
    await page.route('**/api/farmer/uploads**', (route) => route.abort());
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
    await expect(farm.dialog.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    await context.setOffline(true);
    await farm.inDialog('Add Product').click();
    await expect(pendingCard(page, 'Sukuma wiki')).toContainText('Waiting to be sent');
    await page.unroute('**/api/farmer/uploads**');
    await context.setOffline(false);
    await expect
      .poll(
        async () => (await listProducts(request, farmer.token)).map(({ photos }) => photos.length),
        { timeout: 30_000 },
      )
      .toEqual([2]);
  });

  test('a refused product goes back into the form with everything in it', async ({
    page,
    context,
    request,
    accounts,
  }) => {
    const farmer = await makeFarmer(accounts);
    await keepSession(page, farmer);
    const farm = await openProducts(page);
    await context.setOffline(true);
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
    await farm.inDialog('Add Product').click();
    await expect(pendingCard(page, 'Sukuma wiki')).toBeVisible();
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
    await expect(farm.dialog.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    await expect(pendingCard(page, 'Sukuma wiki')).toHaveCount(0);
    await page.unroute('**/trpc/farmer.products.create*');
    await farm.inDialog('Add Product').click();
    await expect(page.getByText('Product added successfully!')).toBeVisible();
    const [listed] = await listProducts(request, farmer.token);
    expect(listed?.photos).toHaveLength(2);
  });
});
