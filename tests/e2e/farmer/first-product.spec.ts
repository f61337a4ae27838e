import { maize, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';

test('a new farm sees the first steps above its six figures', async ({
  page,
  farm,
  token,
  request,
  expectNoAxeViolations,
}) => {
  await farm.open();
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(page.getByText('Active Listings')).toBeVisible();
  await expectNoAxeViolations();
  await page.getByRole('link', { name: 'Set your delivery fee' }).click();
  await farm.dialog.getByLabel('Delivery fee (KES)').fill('250');
  await farm.inDialog('Save changes').click();
  await addProduct(request, token, maize);
  await farm.open();
  await expect(page.getByText('2 of 4 done')).toBeVisible();
  await expect(page.getByText('Active Listings').locator('xpath=../..')).toContainText('1');
  await expect(page.getByText('No orders yet')).toBeVisible();
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
  token: _,
  browser,
  baseURL,
  expectNoAxeViolations,
}) => {
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
