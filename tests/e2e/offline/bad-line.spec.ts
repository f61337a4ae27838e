import type { Page } from 'playwright/test';
import { startBadLine } from '#tests/e2e/bad-line.ts';
import { PHONE as CAMERA_PHONE } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { PendingPage } from '#tests/e2e/pages/pending-page.ts';
import { appIsKept, mayWorkerSend, wakeWorker } from './kept-app.ts';
import {
  fillProduct,
  listProducts,
  makeFarmer,
  openProducts,
  pendingCard,
} from './offline-farmer.ts';
import {
  test as base,
  firstPage,
  keepSession,
  kill,
  makeFarm,
  openInventory,
  openPhone,
  quantitiesOf,
  STOCK,
} from './queue-fixtures.ts';

/*
 * The line between the browser and the server, its service worker's requests included, refuses,
 * hangs or loses answers, while the device reports a connection.
 */

type Line = Awaited<ReturnType<typeof startBadLine>>;

const test = base.extend<{ line: Line }>({
  line: async ({ baseURL }, use) => {
    const line = await startBadLine(baseURL ?? '');
    await use(line);
    await line.close();
  },
});
test.describe.configure({ timeout: 120_000 });
test.use({ serviceWorkers: 'allow' });

const KEPT = 'Saved on this phone. It will be sent when the network allows.';
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

type Scene = Parameters<typeof makeFarm>[0] & { line: Line; folder: string };

/** A farmer's inventory of one product, on a phone behind the line. */
async function openFarm({ line, folder, ...scene }: Scene) {
  const farmer = await makeFarm(scene, 1);
  const [name = '', productId = 0] = [farmer.names[0], farmer.ids[0]];
  const phone = await openPhone(line.url, folder);
  const page = await firstPage(phone);
  await keepSession(page, farmer);
  const farm = await openInventory(page, farmer);
  const quantity = async () => (await quantitiesOf(scene.request, farmer.token)).get(productId);
  return { farmer, name, phone, page, farm, quantity };
}

/** The kinds of the entries on the disk of the user's queue. */
const storedKinds = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('queue:1');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const all = open.result.transaction('entries').objectStore('entries').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    open.result.close();
    return all.result.map(({ kind }) => kind);
  });

test('a count over a bad line is marked at once, survives a killed browser and counts once', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  test.slow();
  const opened = await openFarm({ line, folder, request, accounts });
  const { farmer, name, quantity } = opened;
  let { phone, page, farm } = opened;
  await appIsKept(page);
  for (const [at, way] of (['hangs', 'refuses', 'losesAnswers'] as const).entries()) {
    const expected = STOCK + at + 1;
    const before = line.arrivals('farmer.products.setQuantity');
    await line.become(way);
    await farm.button(`One more: ${name}`).click();
    await expect(farm.row(name).getByLabel('Waiting to be sent')).toBeVisible({ timeout: 1000 });
    await expect(farm.row(name)).toContainText(String(expected));
    await expect(farm.row(name)).toContainText('Waiting to be sent');
    await expect(new PendingPage(page).bar).toContainText('1 waiting');
    expect(await storedKinds(page)).toEqual(['setQuantity']);
    if (way === 'hangs') {
      // After a reload the row shows the count over the cached answer, and presses go on from it.
      await page.reload({ waitUntil: 'commit' });
      await expect(farm.row(name)).toContainText(String(expected));
      await farm.button(`One more: ${name}`).click();
      await expect(farm.row(name)).toContainText(String(expected + 1));
      await farm.button(`One less: ${name}`).click();
      await expect(farm.row(name)).toContainText(String(expected));
    }
    await kill(folder);
    await line.become('carries');
    phone = await openPhone(line.url, folder);
    page = await firstPage(phone);
    await page.goto('/waiting');
    await expect(new PendingPage(page).empty).toBeVisible({ timeout: 30_000 });
    expect(await quantity()).toBe(expected);
    // The request whose answer was lost arrived as well; a refused one did not.
    const arrivals = line.arrivals('farmer.products.setQuantity') - before;
    if (way === 'losesAnswers') expect(arrivals).toBeGreaterThan(1);
    if (way === 'refuses') expect(arrivals).toBe(1);
    farm = await openInventory(page, farmer);
  }
  await phone.close();
});

test('a new product over a hanging line is on the disk before the first byte, and pending after 3 seconds', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  const farmer = await makeFarmer(accounts);
  const phone = await openPhone(line.url, folder, CAMERA_PHONE.userAgent);
  const page = await firstPage(phone);
  await keepSession(page, farmer);
  const farm = await openProducts(page);
  await appIsKept(page);
  await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 1 });
  await line.become('hangs');
  const before = line.arrivals('farmer.products.create');
  await farm.inDialog('Add Product').click();
  await expect.poll(() => storedKinds(page)).toEqual(['newProduct']);
  await expect(toast(page, KEPT)).toBeVisible({ timeout: 5000 });
  await expect(farm.dialog).toHaveCount(0);
  await expect(pendingCard(page, 'Sukuma wiki')).toBeVisible();
  // Leaves the screen, which opens from this device.
  await page.goto('/farmer/dashboard?tab=orders');
  await expect(new PendingPage(page).bar).toContainText('1 waiting', { timeout: 20_000 });
  expect(line.arrivals('farmer.products.create')).toBe(before);
  await line.become('carries');
  await page.goto('/waiting');
  await expect(new PendingPage(page).empty).toBeVisible({ timeout: 60_000 });
  const products = await listProducts(request, farmer.token);
  expect(products.map(({ name, photos }) => [name, photos.length])).toEqual([['Sukuma wiki', 1]]);
  await phone.close();
});

test('the worker gives up a request that a hanging line does not answer, and sends it once the line carries', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  const { name, phone, page, farm, quantity } = await openFarm({ line, folder, request, accounts });
  await appIsKept(page);
  await line.become('hangs');
  await farm.button(`One more: ${name}`).click();
  await expect.poll(() => mayWorkerSend(page)).toBe(true);
  const [worker] = phone.serviceWorkers();
  const isSending = () =>
    worker?.evaluate(async () =>
      Boolean((await navigator.locks.query()).held?.some(({ name: lock }) => lock === 'queue:1')),
    );
  // No page of ours is open from here on.
  await page.goto('about:blank');
  await expect.poll(isSending).toBe(false);
  await wakeWorker(page, line.url);
  await expect.poll(isSending).toBe(true);
  await expect.poll(isSending, { timeout: 30_000 }).toBe(false);
  await line.become('carries');
  await wakeWorker(page, line.url);
  await expect.poll(quantity, { timeout: 20_000 }).toBe(STOCK + 1);
  await phone.close();
});
