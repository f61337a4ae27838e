import { readFile } from 'node:fs/promises';
import { maize, many, PHONE, test } from '#tests/e2e/farmer-fixtures.ts';
import { expect, shows } from '#tests/e2e/fixtures.ts';

test('many quantities are saved at once, and an invalid one gets the focus beside the bar', async ({
  page,
  farm,
  token,
  api,
}) => {
  for (const product of [...many, maize]) await api.call(token, 'farmer.products.create', product);
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
  await shows(page, 'Quantities saved: 2');
  await page.reload();
  await expect(farm.row('Dry maize')).toContainText('Low stock');
  await expect(farm.quantity('Rosecoco beans')).toHaveValue('1,240.5');
  await farm.quantity('Rosecoco beans').fill('90');
  await page.keyboard.press('Enter');
  await expect(farm.row('Rosecoco beans')).toContainText('Low stock');
});

test('a spreadsheet is exported and imported again, with a report of bad lines', async ({
  page,
  farm,
  token,
  api,
}) => {
  for (const product of [...many, { ...maize, name: '=1+1 maize' }])
    await api.call(token, 'farmer.products.create', product);
  await farm.open('inventory');
  const download = page.waitForEvent('download');
  await farm.rare('Export CSV');
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain("'=1+1 maize");
  const input = page.locator('input[type=file][accept*=csv]');
  await input.setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.alloc(2_000_000, 'x'),
  });
  await shows(page, 'This is too large');
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
  await expect(farm.quantity('=1+1 maize')).toHaveValue('75');
});
