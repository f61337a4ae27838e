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

/** Opens a page that does not run yet, but records presses. */
export async function openHeld(page: Page, path: string): Promise<Release> {
  const release = await holdScript(page);
  await page.goto(path, { waitUntil: 'commit' });
  await keepsPresses(page);
  return release;
}

const keepsPresses = (page: Page) =>
  page.waitForFunction(
    () =>
      performance.getEntriesByName('presses-kept').length > 0 && document.readyState !== 'loading',
  );

export const isRunning = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('page-running').length > 0);
