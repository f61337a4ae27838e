import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright/test';
import { PHOTO_ON_DEVICE_BYTES, PHOTOS_PER_PRODUCT } from '../../../src/shared/limits.ts';
import { PHONE } from '../farmer-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { WaitingPage } from '../pages/waiting-page.ts';
import { keepSession, openPhone } from '../queue-fixtures.ts';
import { fillProduct, listProducts, makeFarmer, openProducts, waitingCard } from './offline-farmer.ts';

const FULL = /^This phone has no room left for it\./;

/** Leaves so much room for this site, as long as this session is open; null as much as there is. Chromium obeys in a profile of its own alone. */
async function leaveRoom(page: Page, browser: CDPSession, bytes: number | null) {
  const { origin } = new URL(page.url());
  const { usage } = await browser.send('Storage.getUsageAndQuota', { origin });
  await browser.send('Storage.overrideQuotaForOrigin', bytes === null ? { origin } : { origin, quotaSize: usage + bytes });
}

test('on a phone that is full the form says so and keeps everything, and what waits already is still there', async ({
  baseURL,
  request,
  accounts,
}) => {
  test.setTimeout(120_000);
  const farmer = await makeFarmer(accounts);
  const folder = await mkdtemp(join(tmpdir(), 'storage-full-'));
  const phone = await openPhone(baseURL, folder, PHONE.userAgent);
  const page = phone.pages()[0] ?? (await phone.newPage());
  const browser = await phone.newCDPSession(page);
  await keepSession(page, farmer);
  const farm = await openProducts(page);
  await phone.setOffline(true);
  await fillProduct(page, farm, { name: 'Dry maize', photos: 1 });
  await farm.inDialog('Add Product').click();
  await expect(waitingCard(page, 'Dry maize')).toContainText('Waiting to be sent', { timeout: 20_000 });

  await leaveRoom(page, browser, 20_000);
  await farm.button('Add Product').first().click();
  await expect(farm.dialog.getByText(FULL)).toBeVisible();
  await farm.inDialog('Cancel').click();
  await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
  await expect(farm.dialog.getByText(/^This phone has no room to keep the photos\./)).toBeVisible();
  await farm.inDialog('Add Product').click();
  await expect(farm.dialog.getByRole('alert').filter({ hasText: FULL })).toBeVisible();
  await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
  await expect(farm.dialog.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await expect(new WaitingPage(page).bar).toContainText('1 waiting');

  // The farmer has deleted some films.
  await leaveRoom(page, browser, null);
  await farm.inDialog('Add Product').click();
  await expect(waitingCard(page, 'Sukuma wiki')).toContainText('Waiting to be sent', { timeout: 20_000 });
  await phone.setOffline(false);
  const listed = async () => (await listProducts(request, farmer.token)).map(({ name, photos }) => [name, photos.length]).sort();
  await expect.poll(listed, { timeout: 60_000 }).toEqual([
    ['Dry maize', 1],
    ['Sukuma wiki', 2],
  ]);
  await phone.close();
  await rm(folder, { recursive: true, force: true });
});

test('a phone that is nearly full is told before a photo is taken, and takes it', async ({ baseURL, accounts }) => {
  const farmer = await makeFarmer(accounts);
  const folder = await mkdtemp(join(tmpdir(), 'storage-full-'));
  const phone = await openPhone(baseURL, folder, PHONE.userAgent);
  const page = phone.pages()[0] ?? (await phone.newPage());
  const browser = await phone.newCDPSession(page);
  await keepSession(page, farmer);
  const farm = await openProducts(page);
  await leaveRoom(page, browser, 1.5 * PHOTOS_PER_PRODUCT * PHOTO_ON_DEVICE_BYTES);
  await fillProduct(page, farm, { name: 'Dry maize', photos: 1 });
  await expect(farm.dialog.getByText(/^This phone is nearly full\./)).toBeVisible();
  await phone.close();
  await rm(folder, { recursive: true, force: true });
});
