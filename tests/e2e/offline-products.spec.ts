import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, Page } from 'playwright/test';
import type { createAccounts } from './accounts.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { PHONE, test } from './farmer-fixtures.ts';
import { expect } from './fixtures.ts';
import { FarmerDashboardPage } from './pages/farmer-dashboard-page.ts';
import { queueStarted, WaitingPage } from './pages/waiting-page.ts';
import { keepSession, kill, openPhone } from './queue-fixtures.ts';

const NAMES = ['Dry maize', 'Rosecoco beans', 'Sukuma wiki'];
const PHOTOS = 5;
const CUTS = 20;
/** Of an upload, before it is cut. */
const CUT_AFTER_BYTES = 24 * 1024;

/** A camera whose pictures no JPEG makes small: noise that changes. */
function noisyCamera() {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 360 });
    const paint = canvas.getContext('2d');
    const repaint = () => {
      const picture = paint?.createImageData(480, 360);
      if (!paint || !picture) return;
      const noise = new Uint32Array(picture.data.buffer);
      for (let at = 0; at < noise.length; at += 1) noise[at] = 0xff000000 | Math.floor(Math.random() * 0xffffff);
      paint.putImageData(picture, 0, 0);
    };
    repaint();
    setInterval(repaint, 100);
    return canvas.captureStream(10);
  };
}

async function makeFarmer(accounts: ReturnType<typeof createAccounts>) {
  const account = await accounts.farmer();
  return { account, token: await accounts.logIn(account, 'farmer') };
}

/** The products on a phone, with the code of the form and the camera at hand. */
async function openProducts(page: Page) {
  const farm = new FarmerDashboardPage(page);
  await page.addInitScript(noisyCamera);
  await farm.open('products');
  await queueStarted(page);
  await farm.button('Add Product').click();
  await farm.button(/^Take photos/).click();
  await farm.button('Take a photo').click();
  await farm.inDialog('Done').click();
  await expect(farm.dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await farm.inDialog('Cancel').click();
  await farm.inDialog('Discard').click();
  await expect(farm.dialog).toHaveCount(0);
  return farm;
}

async function fillProduct(page: Page, farm: FarmerDashboardPage, { name, photos }: { name: string; photos: number }) {
  await farm.button('Add Product').first().click();
  await farm.button(/^Take photos/).click();
  for (let taken = 0; taken < photos; taken += 1) await farm.button('Take a photo').click();
  await farm.inDialog('Done').click();
  await expect(farm.dialog.getByRole('img', { name: `Photo ${photos}` })).toBeVisible();
  await page.getByLabel('Product name').fill(name);
  await page.getByLabel('Category').last().selectOption('Vegetables');
  await page.getByLabel('Quantity').fill('12');
  await page.getByLabel('Price per kg (KES)').fill('80');
}

type Listed = { name: string; photos: { id: number; takenOn?: string }[] };

async function listProducts(request: APIRequestContext, token: string): Promise<Listed[]> {
  const answer = await request.get('/api/farmer/products', { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { products: Listed[] }).products;
}

const waitingCard = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Waiting to be sent' }).getByRole('listitem').filter({ hasText: name });

test('three products with five photos each survive a killed browser and twenty cuts, and arrive once', async ({
  baseURL,
  request,
  accounts,
}) => {
  test.setTimeout(240_000);
  const farmer = await makeFarmer(accounts);
  const proxy = await startCuttingProxy(baseURL ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'offline-products-'));
  const first = await openPhone(proxy.url, folder, PHONE.userAgent);
  const page = first.pages()[0] ?? (await first.newPage());
  await keepSession(page, farmer);
  const farm = await openProducts(page);
  await first.setOffline(true);
  for (const name of NAMES) {
    await fillProduct(page, farm, { name, photos: PHOTOS });
    await farm.inDialog('Add Product').click();
    await expect(waitingCard(page, name)).toContainText('Waiting to be sent', { timeout: 20_000 });
    await expect(waitingCard(page, name).locator('img')).toHaveAttribute('src', /^blob:/);
  }
  await expect(page.getByRole('link', { name: /3 waiting to be sent/ })).toBeVisible();
  await kill(folder);
  expect(await listProducts(request, farmer.token)).toEqual([]);

  proxy.cut(CUTS, CUT_AFTER_BYTES);
  const second = await openPhone(proxy.url, folder, PHONE.userAgent);
  const again = second.pages()[0] ?? (await second.newPage());
  await again.goto('/waiting');
  await expect(new WaitingPage(again).empty).toBeVisible({ timeout: 180_000 });
  const products = await listProducts(request, farmer.token);
  expect(products.map(({ name }) => name).sort()).toEqual(NAMES);
  expect(products.map(({ photos }) => photos.length)).toEqual([PHOTOS, PHOTOS, PHOTOS]);
  const photos = products.flatMap((product) => product.photos);
  expect(new Set(photos.map(({ id }) => id)).size).toBe(NAMES.length * PHOTOS);
  expect(photos.every(({ takenOn }) => takenOn !== undefined)).toBe(true);
  expect(proxy.cuts()).toBe(CUTS);
  await second.close();
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('photos without a line are kept, not failed, through a reload, and go when it is back', async ({
    page,
    context,
    request,
    accounts,
    expectNoAxeViolations,
  }) => {
    const farmer = await makeFarmer(accounts);
    await keepSession(page, farmer);
    const farm = await openProducts(page);
    await context.setOffline(true);
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
    await expect(farm.dialog.getByText('On this phone. It goes when there is a network.')).toHaveCount(2);
    await expectNoAxeViolations();
    await context.setOffline(false);
    await page.route('**/api/farmer/uploads**', (route) => route.abort());
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
    await expect(farm.dialog.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    await page.unroute('**/api/farmer/uploads**');
    await farm.inDialog('Add Product').click();
    await expect
      .poll(async () => (await listProducts(request, farmer.token)).map(({ photos }) => photos.length), { timeout: 30_000 })
      .toEqual([2]);
  });

  test('what the server refuses goes back into the form with everything in it', async ({ page, context, request, accounts }) => {
    const farmer = await makeFarmer(accounts);
    await keepSession(page, farmer);
    const farm = await openProducts(page);
    await context.setOffline(true);
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
    await farm.inDialog('Add Product').click();
    await expect(waitingCard(page, 'Sukuma wiki')).toBeVisible();
    const refusal = [{ error: { message: 'Not now', code: -32600, data: { code: 'TOO_MANY_PRODUCTS', httpStatus: 409 } } }];
    await page.route('**/trpc/farmer.products.create*', (route) => route.fulfill({ status: 409, json: refusal }));
    await context.setOffline(false);
    await expect(waitingCard(page, 'Sukuma wiki').getByRole('alert')).toContainText('Not now', { timeout: 30_000 });
    await farm.button('Open again').click();
    await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
    await expect(page.getByLabel('Price per kg (KES)')).toHaveValue('80');
    await expect(farm.dialog.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    await expect(waitingCard(page, 'Sukuma wiki')).toHaveCount(0);
    await page.unroute('**/trpc/farmer.products.create*');
    await farm.inDialog('Add Product').click();
    await expect(page.getByText('Product added successfully!')).toBeVisible();
    const [listed] = await listProducts(request, farmer.token);
    expect(listed?.photos).toHaveLength(2);
  });

  test('a position that is not allowed any more keeps nobody from listing', async ({ page, context, request, accounts }) => {
    const farmer = await makeFarmer(accounts);
    await keepSession(page, farmer);
    await context.grantPermissions(['geolocation']);
    const farm = await openProducts(page);
    await context.clearPermissions();
    await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 1 });
    await farm.dialog.getByRole('checkbox', { name: /photographed it on my farm/ }).click();
    await farm.inDialog('Add Product').click();
    await expect(page.getByText('Product added successfully!')).toBeVisible({ timeout: 20_000 });
    expect(await listProducts(request, farmer.token)).toHaveLength(1);
  });
});
