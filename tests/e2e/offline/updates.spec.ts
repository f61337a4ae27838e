import type { Page } from 'playwright/test';
import { expect, test } from '../fixtures.ts';
import { appIsKept } from './kept-app.ts';
import { startReleasedFront } from './released-front.ts';

test.use({ serviceWorkers: 'allow' });

const notice = (page: Page) => page.getByText('A new version of SokoShamba is ready.');
const askForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

test('a new version is offered, not under a half-filled form, and comes with a press', async ({ page, baseURL }) => {
  const front = await startReleasedFront(baseURL ?? '');
  try {
    await page.goto(`${front.url}/signup`);
    await appIsKept(page);
    const version = await page.locator('html').getAttribute('data-version');
    await page.getByLabel('First name').fill('Wanjiku');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    front.release();
    await askForUpdate(page);
    const isWaiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    await expect(notice(page)).toHaveCount(0);
    await page.getByLabel('First name').fill('');
    await expect(notice(page)).toBeVisible();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-version', version ?? '');
    await expect(page.getByLabel('First name')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  } finally {
    await front.stop();
  }
});
