import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { PHONE, test } from '../farmer-fixtures.ts';
import { expect } from '../fixtures.ts';
import { keepSession, makeFarm, openInventory, openPhone, quantitiesOf, STOCK } from '../queue-fixtures.ts';
import { fillProduct, listProducts, makeFarmer, openProducts, waitingCard } from './offline-farmer.ts';

/**
 * Leaves the site no room. Only a browser with a profile heeds it, and only when something is stored: its estimate has 10 GiB more than is used,
 * always.
 * @returns a function that gives everything back
 */
async function fillPhone(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return () => session.send('Storage.overrideQuotaForOrigin', { origin });
}

test('on a full phone a farmer is told before a photo is taken, and the form keeps everything', async ({
  baseURL,
  request,
  accounts,
}) => {
  test.setTimeout(120_000);
  const farmer = await makeFarmer(accounts);
  const folder = await mkdtemp(join(tmpdir(), 'storage-full-'));
  const phone = await openPhone(baseURL, folder, PHONE.userAgent);
  const page = phone.pages()[0] ?? (await phone.newPage());
  await keepSession(page, farmer);
  const farm = await openProducts(page);
  const giveBack = await fillPhone(page);
  await phone.setOffline(true);
  await farm.button('Add Product').first().click();
  await expect(farm.dialog.getByText('This phone has no room left for it.', { exact: false })).toBeVisible();
  await farm.inDialog('Cancel').click();

  await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 1 });
  await expect(farm.dialog.getByRole('alert')).toContainText('This phone has no room to keep the photos.');
  await farm.inDialog('Add Product').click();
  await expect(farm.dialog.getByText('This phone has no room left for it.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
  await expect(farm.dialog.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expect(waitingCard(page, 'Sukuma wiki')).toHaveCount(0);

  await giveBack();
  await farm.inDialog('Add Product').click();
  await expect(waitingCard(page, 'Sukuma wiki')).toBeVisible();
  await phone.setOffline(false);
  const arrived = async () => (await listProducts(request, farmer.token)).map(({ photos }) => photos.length);
  await expect.poll(arrived, { timeout: 30_000 }).toEqual([1]);
  await phone.close();
  await rm(folder, { recursive: true, force: true });
});

test('a count that a full phone cannot keep says that a reload loses it, and is sent from the open page', async ({
  baseURL,
  request,
  accounts,
}) => {
  test.setTimeout(120_000);
  const farmer = await makeFarm({ request, accounts }, 1);
  const folder = await mkdtemp(join(tmpdir(), 'storage-full-'));
  const phone = await openPhone(baseURL, folder);
  const page = phone.pages()[0] ?? (await phone.newPage());
  await keepSession(page, farmer);
  const farm = await openInventory(page, farmer);
  await fillPhone(page);
  await phone.setOffline(true);
  await farm.button(`One more: ${farmer.names[0]}`).click();
  await expect(page.getByRole('link', { name: /1 waiting/ })).toContainText(
    'Leave this page open until it is sent, because a reload loses it.',
  );
  await phone.setOffline(false);
  const stored = async () => (await quantitiesOf(request, farmer.token)).get(farmer.ids[0] ?? 0);
  await expect.poll(stored, { timeout: 30_000 }).toBe(STOCK + 1);
  await phone.close();
  await rm(folder, { recursive: true, force: true });
});
