import type { Page } from 'playwright/test';

type Release = (end?: { isLost: boolean }) => void;

/**
 * Delays the script that every page needs, or another one, as on a slow connection, until it is
 * released or lost.
 */
export async function holdScript(page: Page, name = 'base'): Promise<Release> {
  let release: Release = () => {};
  const released = new Promise<{ isLost: boolean }>((resolve) => {
    release = (end = { isLost: false }) => resolve(end);
  });
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const { isLost } = await released;
    await (isLost ? route.abort() : route.continue());
  });
  return release;
}

export async function openHeld(page: Page, path: string): Promise<Release> {
  const release = await holdScript(page);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return release;
}

/**
 * Whether the page handles clicks, which the server's HTML does not do by itself. A test's own
 * clock hides the page's marks.
 */
export const isRunning = (page: Page) =>
  page.waitForFunction(
    () =>
      performance.getEntriesByName('page-running').length > 0 ||
      Object.keys(document.querySelector('#root') ?? {}).some(
        (key) => '__pwClock' in window && key.startsWith('__reactContainer'),
      ) ||
      (document.readyState === 'complete' && !document.querySelector('meta[name=scripts]')),
  );
