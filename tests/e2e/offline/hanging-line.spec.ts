import { expect } from '#tests/e2e/fixtures.ts';
import { startHangingLine } from '#tests/e2e/hanging-line.ts';
import { appIsKept, mayWorkerSend, wakeWorker } from './kept-app.ts';
import {
  firstPage,
  keepSession,
  makeFarm,
  openInventory,
  openPhone,
  quantitiesOf,
  STOCK,
  test,
} from './queue-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('the worker gives up a request that a hanging line does not answer, and sends it once the line carries', async ({
  baseURL,
  folder,
  api,
}) => {
  test.setTimeout(120_000);
  const line = await startHangingLine(baseURL ?? '');
  const farmer = await makeFarm(api, 1);
  const phone = await openPhone(line.url, folder);
  const page = await firstPage(phone);
  await keepSession(page, farmer);
  const farm = await openInventory(page, farmer);
  await appIsKept(page);
  line.hang();
  await farm.button(`One more: ${farmer.names[0]}`).click();
  await expect.poll(() => mayWorkerSend(page)).toBe(true);
  const [worker] = phone.serviceWorkers();
  const isSending = () =>
    worker?.evaluate(async () =>
      Boolean((await navigator.locks.query()).held?.some(({ name }) => name === 'queue:1')),
    );
  // No page of ours is open from here on.
  await page.goto('about:blank');
  // The browser may wake the worker as soon as the page is gone.
  await expect.poll(isSending, { timeout: 30_000 }).toBe(false);
  await wakeWorker(page, line.url);
  await expect.poll(isSending).toBe(true);
  await expect.poll(isSending, { timeout: 30_000 }).toBe(false);
  line.carry();
  await wakeWorker(page, line.url);
  const quantity = async () => (await quantitiesOf(api, farmer.token)).get(farmer.ids[0] ?? 0);
  await expect.poll(quantity, { timeout: 20_000 }).toBe(STOCK + 1);
  await phone.close();
  line.close();
});
