import { expect, test } from '#tests/e2e/fixtures.ts';
import { appIsKept } from './kept-app.ts';

test.use({ serviceWorkers: 'allow' });

test('an open page is told when the browser has lost its subscription', async ({
  page,
  context,
}) => {
  await page.goto('/market');
  await appIsKept(page);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    navigator.serviceWorker.addEventListener('message', ({ data }) => heard.push(data));
  });
  const [worker] = context.serviceWorkers();
  // The browser's own event would take weeks to occur.
  await worker?.evaluate(() => {
    const event = Object.assign(new Event('pushsubscriptionchange'), { waitUntil: () => {} });
    dispatchEvent(event);
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
    .toContain('push-renewed');
});
