import { maize, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect, heading, link, press, shows } from '#tests/e2e/fixtures.ts';
import { makeJpeg } from '#tests/factories/pictures.ts';

test('a new farm sees the first steps above its six figures', async ({
  page,
  farm,
  token,
  api,
  expectAccessible,
}) => {
  await farm.open();
  await shows(page, '0 of 4 done');
  await shows(page, 'Active listings');
  await expectAccessible();
  await link(page, 'Set your delivery fee').click();
  await farm.dialog.getByLabel('Delivery fee (KES)').fill('250');
  await farm.inDialog('Save changes').click();
  await api.call(token, 'farmer.products.create', maize);
  await farm.open();
  await shows(page, '2 of 4 done');
  await expect(page.getByText('Active listings').locator('xpath=..')).toContainText('1');
  await expect(heading(page, 'Recent orders')).toHaveCount(0);
  await farm.button('This is right').click();
  await shows(page, '3 of 4 done');
  await link(page, 'Add your profile photo').click();
  await page
    .getByLabel('Change profile photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makeJpeg({ seed: 3 }) });
  await shows(page, 'Photo saved');
  await farm.open();
  await shows(page, 'Active listings');
  await expect(page.getByText('Get your farm ready to sell')).toBeHidden();
});

test('adding a product asks for a phone, where a QR code opens the logged-in form once', async ({
  page,
  farm,
  token: _,
  browser,
  baseURL,
  expectAccessible,
}) => {
  await farm.open('products');
  const made = page.waitForResponse(/auth\.createPhoneLink/);
  await farm.button('Add product').click();
  await shows(page, 'Adding products needs a phone camera: use your phone.');
  await shows(farm.dialog.getByRole('img', { name: 'QR code of the link' }));
  await expect(farm.dialog.getByRole('timer')).toHaveText(/^Works for \d+ s$/);
  await expect(farm.dialog).toContainText('Works once, for one minute.');
  await expectAccessible();

  const linkToken = JSON.stringify(await (await made).json()).match(/"token":"([\w-]{43})"/)?.[1];
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }) });
  const phone = await context.newPage();
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
  await phone.goto(`/phone#${linkToken}`);
  await press(phone, 'Yes, open it');
  await shows(phone.getByRole('dialog').getByLabel('Product name'));
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
  await shows(second, 'This link was used or has expired.');
  await context.close();
});
