import { readFile } from 'node:fs/promises';
import { beans, maize, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect, shows } from '#tests/e2e/fixtures.ts';

test('many quantities are saved at once, and an invalid one gets the focus beside the bar', async ({
  page,
  farm,
  token,
  api,
}) => {
  for (const product of [beans, maize, { ...beans, name: 'Cow peas' }])
    await api.call(token, 'farmer.products.create', product);
  await page.setViewportSize(PHONE.viewport);
  await farm.open('inventory');
  await farm.button('Bulk update').click();
  const wrong = page.getByRole('textbox', { name: /^Quantity of/ }).first();
  const right = await wrong.inputValue();
  await wrong.fill('many');
  await page.getByLabel('Quantity of Rosecoco beans in kg').fill('1,240.5');
  await farm.button('Save all').click();
  await expect(wrong).toBeFocused();
  const fieldBottom = await wrong.evaluate((field) => field.getBoundingClientRect().bottom);
  const barTop = await farm
    .button('Save all')
    .evaluate((button) => button.closest('.sticky')?.getBoundingClientRect().top);
  expect(fieldBottom).toBeLessThan(barTop ?? 0);
  await wrong.fill(right);
  await page.getByLabel('Quantity of Dry maize in bags').fill('9');
  await farm.button('Save all').click();
  await shows(page, '2 quantities saved.');
  await page.reload();
  await expect(farm.row('Dry maize')).toContainText('Low stock');
  await expect(farm.row('Rosecoco beans')).toContainText(/1,240\.5 ?kg/);
});

test('a spreadsheet is exported and imported again, with a report of bad lines', async ({
  page,
  farm,
  token,
  api,
}) => {
  await api.call(token, 'farmer.products.create', { ...maize, name: '=1+1 maize' });
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
  await shows(page, 'This file is too large');
  // Emptied, so that the same file with different content counts as a change.
  await expect(input).toHaveValue('');
  const changed = `${file.replace(',120,', ',75,')}999999,Nothing,Fruits,1,kg,1\r\n`;
  await input.setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(changed),
  });
  await shows(page, 'not one of your products');
  await farm.button('Save all').click();
  await expect(farm.row('=1+1 maize')).toContainText('75 bags');
});
