import type { Locator } from 'playwright/test';
import { fakeCamera, maize, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';

test.describe("a farm's first product", () => {
  test.use(PHONE);

  test('is listed in 5 taps and 4 fields', async ({ page, farm, token }) => {
    expect(token).not.toBe('');
    await page.addInitScript(fakeCamera);
    await farm.open();
    const done = { taps: 0, fields: 0 };
    const tap = async (target: Locator) => {
      done.taps++;
      await target.click();
    };
    const field = async (fill: Promise<unknown>) => {
      done.fields++;
      await fill;
    };
    await tap(page.getByRole('link', { name: 'List your first product' }));
    await tap(farm.button(/^Take photos/));
    await tap(farm.button('Take a photo'));
    await tap(farm.inDialog('Done'));
    await field(page.getByLabel('Product name').fill('Sukuma wiki'));
    await field(page.getByLabel('Category').last().selectOption('Vegetables'));
    await field(page.getByLabel('Quantity').fill('40'));
    await field(page.getByLabel('Price per kg (KES)').fill('45'));
    await tap(farm.dialog.getByRole('button', { name: 'Add Product' }));
    await expect(farm.row('Sukuma wiki')).toBeVisible();
    expect(done).toEqual({ taps: 5, fields: 4 });
  });
});

test('a new farm sees the first steps instead of figures of zero', async ({
  page,
  farm,
  token,
  request,
  expectNoAxeViolations,
}) => {
  await farm.open();
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(page.getByText('Active Listings')).toBeHidden();
  await expectNoAxeViolations();
  await page.getByRole('link', { name: 'Set your delivery fee' }).click();
  await farm.dialog.getByLabel('Delivery fee (KES)').fill('250');
  await farm.inDialog('Save changes').click();
  await addProduct(request, token, maize);
  await farm.open();
  await expect(page.getByText('2 of 4 done')).toBeVisible();
  await expect(page.getByText('Active Listings')).toBeVisible();
  await farm.button('This is right').click();
  await expect(page.getByText('3 of 4 done')).toBeVisible();
  await page.getByRole('link', { name: 'Add your profile photo' }).click();
  await page
    .getByLabel('Change profile photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg({ seed: 3 }) });
  await expect(page.getByText('Your photo is saved.')).toBeVisible();
  await farm.open();
  await expect(page.getByText('Active Listings')).toBeVisible();
  await expect(page.getByText('Get your farm ready to sell')).toBeHidden();
});

test('adding a product asks for a phone, where a QR code opens the logged-in form once', async ({
  page,
  farm,
  token,
  browser,
  baseURL,
  expectNoAxeViolations,
}) => {
  expect(token).not.toBe('');
  await farm.open('products');
  const made = page.waitForResponse(/auth\.createPhoneLink/);
  await farm.button('Add Product').click();
  await expect(page.getByText('You need a phone camera to add products.')).toBeVisible();
  await expect(farm.dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(farm.dialog.getByRole('timer')).toHaveText(/^Works for \d+ s$/);
  await expect(farm.dialog).toContainText('The link works once and for a minute.');
  await expectNoAxeViolations();

  const linkToken = JSON.stringify(await (await made).json()).match(/"token":"([\w-]{43})"/)?.[1];
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const phone = await context.newPage();
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
  await phone.goto(`/phone#${linkToken}`);
  await phone.getByRole('button', { name: 'Yes, open it' }).click();
  await expect(phone.getByRole('dialog').getByLabel('Product name')).toBeVisible();
  expect(
    await phone.evaluate(() => [
      sessionStorage.getItem('authToken') !== null,
      localStorage.getItem('authToken'),
    ]),
  ).toEqual([true, null]);
  // The token is in no URL sent to a server, and is removed from the phone's own URL.
  expect(asked.filter((address) => address.includes(linkToken ?? ''))).toEqual([]);
  expect(phone.url()).not.toContain(linkToken);
  const second = await context.newPage();
  await second.goto(`/phone#${linkToken}`);
  await expect(second.getByText('This link has been used or has expired.')).toBeVisible();
  await context.close();
});
