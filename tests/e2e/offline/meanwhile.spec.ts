import { readFile } from 'node:fs/promises';
import { call } from '#tests/e2e/call.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { PendingPage } from '#tests/e2e/pages/pending-page.ts';
import {
  keepSession,
  makeFarm,
  openInventory,
  PHONE,
  quantitiesOf,
  STOCK,
  secondSession,
} from './queue-fixtures.ts';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

test('changes made before a session expired can be saved as a file, and are sent after the next login', async ({
  page,
  context,
  request,
  accounts,
}) => {
  const farmer = await makeFarm({ request, accounts }, 1);
  const [name = '', productId = 0] = [farmer.names[0], farmer.ids[0]];
  const { firstName } = farmer.account;
  const token = await secondSession(request, farmer.token);
  await keepSession(page, { ...farmer, token }, 61);
  const farm = await openInventory(page, farmer);
  const sending = '**/trpc/farmer.products.setQuantity*';
  await page.route(sending, (route) => route.abort());
  await farm.button(`One more: ${name}`).click();
  const waiting = new PendingPage(page);
  await waiting.openByBar();
  await context.setOffline(true);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const { entries } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  const input = { productId, quantity: STOCK + 1, quantitySeen: STOCK };
  expect(entries).toMatchObject([{ kind: 'setQuantity', input, files: [] }]);
  await context.setOffline(false);
  await call(request, token, { path: 'auth.logout', input: {} });
  await page.unroute(sending);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Your session has expired.',
  );
  await expect(page).toHaveURL(/\/loginF\?redirect=%2Fwaiting/);
  await expect(
    page.getByText(`1 change is waiting here. It will be sent when ${firstName} logs in.`),
  ).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(name);
  expect((await quantitiesOf(request, farmer.token)).get(productId)).toBe(STOCK);

  await keepSession(page, farmer, 61);
  await page.goto('/loginF?redirect=%2Fwaiting');
  await expect(page).toHaveURL(/\/waiting/);
  await expect(waiting.empty).toBeVisible({ timeout: 20_000 });
  expect((await quantitiesOf(request, farmer.token)).get(productId)).toBe(STOCK + 1);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('waitingFor'))).toBeNull();
});
