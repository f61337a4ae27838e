import { readFile } from 'node:fs/promises';
import { beans, maize, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect } from '#tests/e2e/fixtures.ts';
import { addProduct } from '#tests/e2e/pages/farmer-dashboard-page.ts';

test('many quantities are saved at once, each with its own result', async ({
  page,
  farm,
  token,
  request,
}) => {
  await addProduct(request, token, maize);
  await addProduct(request, token, beans);
  await farm.open('inventory');
  await farm.button('Bulk update').click();
  await page.getByLabel('Quantity of Dry maize in bags').fill('many');
  await page.getByLabel('Quantity of Rosecoco beans in kg').fill('1,240.5');
  await farm.button('Save all').click();
  await expect(page.getByLabel('Quantity of Dry maize in bags')).toBeFocused();
  await page.getByLabel('Quantity of Dry maize in bags').fill('9');
  await farm.button('Save all').click();
  await expect(page.getByText('2 quantities saved.')).toBeVisible();
  await page.reload();
  await expect(farm.row('Dry maize')).toContainText('Low stock');
  await expect(farm.row('Rosecoco beans')).toContainText('1,240.5 kg');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test('the inventory has rows of at most 80 px, in which one press changes the stock', async ({
    page,
    farm,
    token,
    request,
    expectNoAxeViolations,
  }) => {
    await addProduct(request, token, maize);
    await addProduct(request, token, beans);
    await farm.open('inventory');
    const row = farm.row('Dry maize');
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(80);
    await farm.button('One more: Dry maize').click();
    await farm.button('One more: Dry maize').click();
    await expect(row).toContainText('122');
    await farm.button('One less: Rosecoco beans').click();
    await expect(farm.row('Rosecoco beans')).toContainText('7');
    await farm.toggleRow('Dry maize');
    await expectNoAxeViolations();
    await row.getByRole('button', { name: 'Sold out' }).click();
    await expect(page.getByText('Dry maize: sold out.')).toBeVisible();
    await expect(row).toContainText('Out of stock');
    // Not the answer to "Sold out", which may still be pending.
    const restored = page.waitForResponse(
      (response) => response.request().postData()?.includes('122') ?? false,
    );
    await farm.button('Undo').click();
    await expect(row).toContainText('122');
    // Every press is stored.
    await restored;
    await page.reload();
    await expect(row).toContainText('122');
    await expect(farm.row('Rosecoco beans')).toContainText('7');
  });
});

test('a product can have its own low-stock threshold, which the inventory shows', async ({
  page,
  farm,
  token,
  request,
}) => {
  await addProduct(request, token, maize);
  await farm.open('products');
  await farm.button('Edit Dry maize').click();
  await page.getByLabel(/^Tell me when there is less/).fill('150');
  await farm.inDialog('Save changes').click();
  await farm.open('inventory');
  await expect(farm.row('Dry maize')).toContainText('Low stock');
  await expect(farm.row('Dry maize')).toContainText('low below 150 bags');
});

test('D63: typed quantities do not overwrite an order that arrives meanwhile', async ({
  page,
  farm,
  token,
  request,
}) => {
  await addProduct(request, token, maize);
  const headers = { authorization: `Bearer ${token}` };
  const { products } = await (await request.get('/api/farmer/products', { headers })).json();
  await page.clock.install();
  await farm.open('inventory');
  await farm.button('Bulk update').click();
  const field = page.getByLabel('Quantity of Dry maize in bags');
  await field.fill('130');
  // The quantity that an order would leave.
  const taken = await request.patch(`/api/farmer/products/${products[0].id}/quantity`, {
    headers,
    data: { quantity: 115 },
  });
  expect(taken.ok()).toBe(true);
  // The list is refetched, as when the farmer returns to the tab a minute later.
  await page.clock.fastForward(61_000);
  const refetched = page.waitForResponse(/farmer\.products\.list/);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await refetched;
  await expect(field).toHaveValue('130');
  await farm.button('Save all').click();
  await expect(page.getByText('115')).toBeVisible();
  await expect(field).toHaveValue('130');
  await farm.button('Save all').click();
  await expect(farm.row('Dry maize')).toContainText('130 bags');
});

test('quantities that a proxy answers are stored, and sent once it lets them through', async ({
  page,
  farm,
  token,
  request,
}) => {
  await addProduct(request, token, maize);
  await farm.open('inventory');
  await farm.button('Bulk update').click();
  await page.getByLabel('Quantity of Dry maize in bags').fill('99');
  // A proxy's page instead of the server's answer.
  await page.route(/farmer\.products\.setQuantit/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>' }),
  );
  await farm.button('Save all').click();
  await expect(page.getByText('Saved on this phone').first()).toBeVisible();
  const waiting = page.getByRole('link', { name: /waiting to be sent/ });
  await expect(waiting).toBeVisible();
  await page.unrouteAll();
  await expect(waiting).toBeHidden({ timeout: 60_000 });
  await page.reload();
  await expect(farm.row('Dry maize')).toContainText('99 bags');
});

test('a spreadsheet is exported and imported again, with a report of bad lines', async ({
  page,
  farm,
  token,
  request,
}) => {
  await addProduct(request, token, { ...maize, name: '=1+1 maize' });
  await farm.open('inventory');
  const download = page.waitForEvent('download');
  await farm.button('Export CSV').click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain("'=1+1 maize");
  const input = page.locator('input[type=file][accept*=csv]');
  await input.setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(2_000_000, 'x'),
  });
  await expect(page.getByText('This file is too large')).toBeVisible();
  // Emptied, so that the same file with different content counts as a change.
  await expect(input).toHaveValue('');
  const changed = `${file.replace(',120,', ',75,')}999999,Nothing,Fruits,1,kg,1\r\n`;
  await input.setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(changed),
  });
  await expect(page.getByText('not one of your products')).toBeVisible();
  await farm.button('Save all').click();
  await expect(farm.row('=1+1 maize')).toContainText('75 bags');
});
