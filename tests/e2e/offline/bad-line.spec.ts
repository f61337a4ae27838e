import type { Page } from 'playwright/test';
import { startBadLine } from '#tests/e2e/bad-line.ts';
import { call } from '#tests/e2e/call.ts';
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
  placeOrder,
  quantitiesOf,
  STOCK,
} from './queue-fixtures.ts';

/*
 * The line between the browser and the server, its service worker's requests included, refuses,
 * hangs, loses answers or is slow, while the device reports a connection.
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
  return { farmer, name, productId, phone, page, farm, quantity };
}

/** The entries on the disk of a user's queue. */
const storedEntries = (page: Page, userId = 1) =>
  page.evaluate(async (name) => {
    const open = indexedDB.open(name);
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const all = open.result.transaction('entries').objectStore('entries').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    open.result.close();
    return all.result.map(({ kind, tries }) => ({ kind, tries }));
  }, `queue:${userId}`);

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
    expect(await storedEntries(page)).toMatchObject([{ kind: 'setQuantity' }]);
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
  await expect.poll(() => storedEntries(page)).toMatchObject([{ kind: 'newProduct' }]);
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

test('an order rejected over a hanging line is pending after 3 seconds, and is rejected once', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  const farmer = await makeFarm({ request, accounts }, 1);
  const buyer = await accounts.buyer();
  const orderId = await placeOrder({ request }, { buyer, productId: farmer.ids[0] ?? 0 });
  const phone = await openPhone(line.url, folder);
  const page = await firstPage(phone);
  await keepSession(page, farmer);
  const farm = await openInventory(page, farmer, 'orders');
  await farm.button(`Reject: Order #${orderId}`).click();
  await farm.dialog.getByLabel('Reason').fill('Sold out at the gate');
  await line.become('hangs');
  await farm.inDialog('Reject').click();
  await expect(toast(page, KEPT)).toBeVisible({ timeout: 5000 });
  await expect(farm.dialog).toHaveCount(0);
  await expect(farm.row(`#${orderId}`)).toContainText('Waiting to be sent');
  await expect(farm.button(`Accept: Order #${orderId}`)).toHaveCount(0);
  await line.become('carries');
  await expect(farm.row(`#${orderId}`)).toContainText('Rejected', { timeout: 30_000 });
  await expect(new PendingPage(page).bar).toBeHidden();
  const answer = await request.get(`/api/buyer/orders/${orderId}`, {
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect((await answer.json()).order).toMatchObject({ status: 'rejected' });
  await phone.close();
});

test('over a slow line a change is answered in the form, and so is its refusal, which loses nothing', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  const { farmer, name, productId, phone, page, farm, quantity } = await openFarm({
    line,
    folder,
    request,
    accounts,
  });
  await farm.toggleRow(name);
  // An order in between.
  await call(request, farmer.token, {
    path: 'farmer.products.setQuantity',
    input: { productId, quantity: 50 },
  });
  await line.become('slow');
  await page.getByLabel(/^New quantity/).fill('130');
  await farm.button('Save changes').click();
  await expect(page.getByText(/: 50 left\./).first()).toBeVisible();
  await expect(page.getByLabel(/^New quantity/)).toHaveValue('130');
  expect(await storedEntries(page)).toEqual([]);
  await line.become('carries');
  await farm.button('Save changes').click();
  await expect.poll(quantity).toBe(130);
  expect(await storedEntries(page)).toEqual([]);
  await phone.close();
});

test('two tabs share what is pending over a hanging line: three presses of + make three', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  const { farmer, name, phone, page, farm, quantity } = await openFarm({
    line,
    folder,
    request,
    accounts,
  });
  const same = await openInventory(await phone.newPage(), farmer);
  await line.become('hangs');
  await farm.button(`One more: ${name}`).click();
  await expect(same.row(name)).toContainText(String(STOCK + 1));
  await farm.button(`One more: ${name}`).click();
  await expect(same.row(name)).toContainText(String(STOCK + 2));
  await same.button(`One more: ${name}`).click();
  await expect(farm.row(name)).toContainText(String(STOCK + 3));
  await line.become('carries');
  await expect(new PendingPage(page).bar).toBeHidden({ timeout: 60_000 });
  await expect.poll(quantity).toBe(STOCK + 3);
  await phone.close();
});

test('a tab that this phone has not opened before says so, over a hanging line and offline', async ({
  line,
  folder,
  request,
  accounts,
}) => {
  const { phone, page } = await openFarm({ line, folder, request, accounts });
  await appIsKept(page);
  const unseen = page.getByText(/Not opened on this phone before\.$/).first();
  await line.become('hangs');
  await page.goto('/farmer/dashboard?tab=payments');
  await expect(unseen).toBeVisible({ timeout: 20_000 });
  await phone.setOffline(true);
  await page.goto('/farmer/dashboard?tab=payments');
  await expect(unseen).toBeVisible();
  await phone.setOffline(false);
  await line.become('carries');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payments' }).first()).toBeVisible();
  await expect(unseen).toHaveCount(0);
  await phone.close();
});
