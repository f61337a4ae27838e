import { button, expect, inDialog, press, shows, test } from '#tests/e2e/fixtures.ts';

const READ = 'Read your products, orders and payments';

test('a key is made with the password, shown once, opens the API, and is revoked', async ({
  page,
  api,
  farmer,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings#programs');

  await press(page, 'Make a key');
  const dialog = page.getByRole('dialog');
  const submit = button(dialog, 'Make a key');
  const password = dialog.getByLabel('Password', { exact: true });
  await dialog.getByLabel(READ).uncheck();
  await submit.click();
  await shows(dialog, 'Give the key a name');
  await shows(dialog, 'Tick at least one');
  await expectAccessible();
  await dialog.getByLabel('Name', { exact: true }).fill('Till');
  await dialog.getByLabel(READ).check();
  await password.fill('not my password');
  await submit.click();
  await shows(dialog, /Wrong password\./);
  await password.fill(farmer.password);
  await submit.click();

  const shown = page.getByRole('dialog', { name: 'Your new key' }).getByRole('textbox');
  await expect(shown).toHaveValue(/^ssk_/);
  const key = await shown.inputValue();
  await expectAccessible();
  await button(page, 'Close').last().click();
  const line = page.getByRole('listitem').filter({ hasText: 'Till' });
  await shows(line, READ);
  await shows(line, /Never used/);
  await page.reload();
  await shows(line, `…${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);

  const read = () => api.read(key, 'farmer/products');
  expect((await read()).status()).toBe(200);
  await page.reload();
  await shows(line, /Last used/);

  await press(line, 'Revoke');
  await inDialog(page, 'Revoke').click();
  await expect(line).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});
