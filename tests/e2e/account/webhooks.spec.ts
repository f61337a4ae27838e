import { expect, test } from '#tests/e2e/fixtures.ts';

test('a farmer adds, tests, pauses and deletes a webhook', async ({
  page,
  farmer,
  expectNoAxeViolations,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings#programs');
  const dialog = page.getByRole('dialog');
  const add = async (address: string) => {
    await dialog.getByLabel('Address of your program').fill(address);
    await dialog.getByLabel('Password', { exact: true }).fill(farmer.password);
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  };
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await add('https://127.0.0.1/hook');
  await expect(dialog.getByText('We cannot send there.')).toBeVisible();
  const address = 'https://hooks.invalid/sokoshamba';
  await add(address);
  const secret = page.getByRole('dialog', { name: 'The secret of your webhook' });
  await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/);
  await secret.getByRole('button', { name: 'Close' }).last().click();
  const line = page.getByRole('listitem').filter({ hasText: address });
  await line.getByRole('button', { name: 'Send a test' }).click();
  await expect(line.getByText(/No answer · Next try/)).toBeVisible({ timeout: 30_000 });
  await expectNoAxeViolations();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await line.getByRole('button', { name: 'Pause' }).click();
  await expect(line.getByText('Paused')).toBeVisible();
  await line.getByRole('button', { name: 'Switch on' }).click();
  await expect(line.getByRole('button', { name: 'Pause' })).toBeVisible();
  await line.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(line).toHaveCount(0);
});
