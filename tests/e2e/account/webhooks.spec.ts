import { button, expect, press, shows, test } from '#tests/e2e/fixtures.ts';

test('a farmer adds, tests, pauses and deletes a webhook', async ({
  page,
  farmer,
  expectAccessible,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings#programs');
  const dialog = page.getByRole('dialog');
  const add = async (address: string) => {
    await dialog.getByLabel('Address of your program').fill(address);
    await dialog.getByLabel('Password', { exact: true }).fill(farmer.password);
    await press(dialog, 'Add a webhook');
  };
  await press(page, 'Add a webhook');
  await add('https://127.0.0.1/hook');
  await shows(dialog, 'Enter an https address that can be reached from the internet.');
  const address = 'https://hooks.invalid/sokoshamba';
  await add(address);
  const secret = page.getByRole('dialog', { name: 'The secret of your webhook' });
  await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/);
  await button(secret, 'Close').last().click();
  const line = page.getByRole('listitem').filter({ hasText: address });
  await press(line, 'Send a test');
  await expect(line.getByText(/No answer · Next try/)).toBeVisible({ timeout: 30_000 });
  // Elsewhere the bar at the bottom may cover part of a row.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await press(line, 'Pause');
  await shows(line, 'Paused');
  await press(line, 'Switch on');
  await shows(button(line, 'Pause'));
  await press(line, 'Delete');
  await press(dialog, 'Delete');
  await expect(line).toHaveCount(0);
});
