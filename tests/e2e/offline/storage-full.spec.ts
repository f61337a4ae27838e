import { PHOTO_ON_DEVICE_BYTES } from '#products/rules/product-facts.ts';
import { PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import { PHONE } from '#tests/e2e/farmer-fixtures.ts';
import {
  type Account,
  type BrowserContext,
  expect,
  type Page,
  PendingPage,
  shows,
} from '#tests/e2e/fixtures.ts';
import {
  fillProduct,
  listProducts,
  makeFarmer,
  openProducts,
  pendingCard,
} from './offline-farmer.ts';
import { firstPage, keepSession, openPhone, test } from './queue-fixtures.ts';

const FULL = /^Your phone is full\. Free/;
/**
 * Less than the form requires as a safe margin, and more than a product's photos and the
 * application need.
 */
const SMALL_BYTES = 1.9 * PHOTOS_PER_PRODUCT * PHOTO_ON_DEVICE_BYTES;

type Farmer = { account: Account; token: string };

/**
 * Limits this site's storage before the application opens: Chromium keeps the quota it computed
 * first.
 */
async function openSmallPhone(phone: BrowserContext, farmer: Farmer): Promise<Page> {
  const page = await firstPage(phone);
  await keepSession(page, farmer);
  const browser = await phone.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    quotaSize: SMALL_BYTES,
  });
  return page;
}

const fillUp = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('films');
    open.onupgradeneeded = () => open.result.createObjectStore('films', { autoIncrement: true });
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const keep = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const film = new Uint8Array(bytes);
        for (let at = 0; at < bytes; at += 65_536)
          crypto.getRandomValues(film.subarray(at, at + 65_536));
        const writing = open.result.transaction('films', 'readwrite');
        writing.objectStore('films').add(film);
        writing.oncomplete = () => resolve(true);
        writing.onabort = () => resolve(false);
      });
    for (const bytes of [1_048_576, 131_072, 16_384]) while (await keep(bytes));
    open.result.close();
  });

test('a full phone is reported before a photo is taken, and loses neither the form nor pending changes', async ({
  baseURL,
  folder,
  api,
}) => {
  test.setTimeout(150_000);
  const farmer = await makeFarmer(api);
  const phone = await openPhone(baseURL, folder, PHONE.userAgent);
  const page = await openSmallPhone(phone, farmer);
  const farm = await openProducts(page);
  await farm.button('Add product').first().click();
  await shows(farm.dialog, /^Your phone is nearly full\./);
  await farm.inDialog('Close').click();
  await phone.setOffline(true);
  await fillProduct(page, farm, { name: 'Dry maize', photos: 1 });
  await farm.inDialog('Add product').click();
  await expect(pendingCard(page, 'Dry maize')).toContainText('Waiting to be sent', {
    timeout: 20_000,
  });

  await fillUp(page);
  await farm.button('Add product').first().click();
  await shows(farm.dialog, FULL);
  await farm.inDialog('Close').click();
  await fillProduct(page, farm, { name: 'Sukuma wiki', photos: 2 });
  await shows(farm.dialog, /^Your phone is full\. Keep/);
  await farm.inDialog('Add product').click();
  await shows(farm.dialog.getByRole('alert').filter({ hasText: FULL }));
  await expect(page.getByLabel('Product name')).toHaveValue('Sukuma wiki');
  await shows(farm.dialog.getByRole('img', { name: 'Photo 2' }));
  await expect(new PendingPage(page).bar).toContainText('1 waiting');

  await phone.setOffline(false);
  await farm.inDialog('Add product').click();
  const listed = async () =>
    (await listProducts(api, farmer.token)).map(({ name, photos }) => [name, photos.length]).sort();
  await expect.poll(listed, { timeout: 60_000 }).toEqual([
    ['Dry maize', 1],
    ['Sukuma wiki', 2],
  ]);
  await phone.close();
});
