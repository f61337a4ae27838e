import { expect, PendingPage, test } from '#tests/e2e/fixtures.ts';
import { appIsKept, mayWorkerSend, wakeWorker } from './kept-app.ts';
import {
  keepSession,
  makeFarm,
  openInventory,
  PHONE,
  quantitiesOf,
  recordCalls,
  STOCK,
} from './queue-fixtures.ts';

test.use({ serviceWorkers: 'allow', viewport: PHONE, hasTouch: true, isMobile: true });

test('a worker that the browser wakes tells an open page or sends by itself, and keeps a refusal for a page', async ({
  page,
  api,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const farmer = await makeFarm(api, 3);
  await keepSession(page, farmer, 41);
  const farm = await openInventory(page, farmer);
  await appIsKept(page);
  const sending = '**/trpc/farmer.products.setQuantity*';
  await page.route(sending, (route) => route.abort());
  for (const name of farmer.names) await farm.button(`One more: ${name}`).click();
  await expect(new PendingPage(page).bar).toContainText('3 waiting');
  await expect.poll(() => mayWorkerSend(page)).toBe(true);
  const [first = 0, second = 0, gone = 0] = farmer.ids;
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(data));
  });
  await wakeWorker(page, new URL(baseURL ?? '').origin);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
    .toContain('queue-due');
  await api.call(farmer.token, 'farmer.products.delete', { productId: gone });
  // No page of ours is open from here on.
  await page.goto('about:blank');
  await wakeWorker(page, new URL(baseURL ?? '').origin);
  const quantities = async () => {
    const now = await quantitiesOf(api, farmer.token);
    return [now.get(first), now.get(second)];
  };
  await expect.poll(quantities, { timeout: 20_000 }).toEqual([STOCK + 1, STOCK + 1]);

  await page.unroute(sending);
  const calls = recordCalls(page, 'farmer.products.setQuantity');
  const waiting = new PendingPage(page);
  await page.goto('/waiting');
  await expect(waiting.row(farmer.names[2] ?? '')).toContainText(
    'This product was deleted. Delete this too.',
    { timeout: 20_000 },
  );
  await expect(waiting.rows).toHaveCount(1);
  expect(calls).toEqual([]);
  expect(await quantities()).toEqual([STOCK + 1, STOCK + 1]);
  await expect.poll(() => mayWorkerSend(page)).toBe(false);
});
