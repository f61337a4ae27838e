import { expect, test } from '#tests/e2e/fixtures.ts';

const READ = 'Read your products, orders and payments';

test('a key is made with the password, shown once, opens the API, and is revoked', async ({
  page,
  request,
  farmer,
  expectNoAxeViolations,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings#programs');

  await page.getByRole('button', { name: 'Make a key' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Make a key' });
  const password = dialog.getByLabel('Password', { exact: true });
  await dialog.getByLabel(READ).uncheck();
  await submit.click();
  await expect(dialog.getByText('Give the key a name')).toBeVisible();
  await expect(dialog.getByText('Tick at least one')).toBeVisible();
  await expectNoAxeViolations();
  await dialog.getByLabel('Name', { exact: true }).fill('Till');
  await dialog.getByLabel(READ).check();
  await password.fill('not my password');
  await submit.click();
  await expect(dialog.getByText(/This password is not right/)).toBeVisible();
  await password.fill(farmer.password);
  await submit.click();

  const shown = page.getByRole('dialog', { name: 'Your new key' }).getByRole('textbox');
  await expect(shown).toHaveValue(/^ssk_/);
  const key = await shown.inputValue();
  await expectNoAxeViolations();
  await page.getByRole('button', { name: 'Close' }).last().click();
  const line = page.getByRole('listitem').filter({ hasText: 'Till' });
  await expect(line.getByText(READ)).toBeVisible();
  await expect(line.getByText(/Never used/)).toBeVisible();
  await page.reload();
  await expect(line.getByText(`…${key.slice(-4)}`)).toBeVisible();
  expect(await page.content()).not.toContain(key);

  const headers = { authorization: `Bearer ${key}` };
  const read = () => request.get('/api/farmer/products', { headers });
  expect((await read()).status()).toBe(200);
  await page.reload();
  await expect(line.getByText(/Last used/)).toBeVisible();

  await line.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(line).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});
