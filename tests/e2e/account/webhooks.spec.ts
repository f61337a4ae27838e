import { randomUUID } from 'node:crypto';
import { expect, test } from '#tests/e2e/fixtures.ts';

test('a farmer adds, tests, pauses and deletes a webhook, and sends an event again with the same id', async ({
  page,
  request,
  farmer,
  expectNoAxeViolations,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/farmer/dashboard?tab=settings#programs');
  const dialog = page.getByRole('dialog');
  const fill = async (address: string) => {
    await dialog.getByLabel('Address of your program').fill(address);
    await dialog.getByLabel('Password', { exact: true }).fill(farmer.password);
    await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  };
  /** Adds a webhook, sends a test and returns its line. */
  const add = async (address: string) => {
    await fill(address);
    const secret = page.getByRole('dialog', { name: 'The secret of your webhook' });
    await expect(secret.getByRole('textbox')).toHaveValue(/^whsec_/);
    await secret.getByRole('button', { name: 'Close' }).last().click();
    const line = page.getByRole('listitem').filter({ hasText: address });
    await line.getByRole('button', { name: 'Send a test' }).click();
    return line;
  };
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await fill('https://127.0.0.1/hook');
  await expect(dialog.getByText('We cannot send there.')).toBeVisible();
  const line = await add('https://hooks.invalid/sokoshamba');
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

  const receiver = `${process.env.E2E_MAILS_URL}/hooks/${randomUUID()}`;
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const event = (await add(receiver)).getByRole('listitem');
  const accepted = event.getByText('Accepted', { exact: true });
  await expect(accepted).toBeVisible({ timeout: 30_000 });
  const readIds = async () => (await request.get(receiver)).json();
  // More than one if the machine was too busy for an answer in time.
  const before = (await readIds()).length;
  await event.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(async () => (await readIds()).length, { timeout: 30_000 })
    .toBeGreaterThan(before);
  expect(new Set(await readIds()).size).toBe(1);
  await expect(accepted).toBeVisible();
});
