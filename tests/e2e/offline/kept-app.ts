import { expect, type Page } from 'playwright/test';
import type { Api } from '#tests/e2e/api.ts';

export async function appIsKept(page: Page): Promise<void> {
  // The icons are the last files.
  const isKept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const files = await Promise.all(
        names.filter((name) => name.startsWith('app-')).map((name) => caches.open(name)),
      );
      const last = await Promise.all(files.map((one) => one.match('/art/moments/paid.svg')));
      return navigator.serviceWorker.controller !== null && last.some(Boolean);
    });
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true);
}

export async function pageIsKept(page: Page, path: string): Promise<void> {
  const isKept = () =>
    page.evaluate(async (address) => {
      const names = (await caches.keys()).filter((name) => name.startsWith('pages-'));
      const found = await Promise.all(
        names.map(async (name) => (await caches.open(name)).match(address)),
      );
      return found.some(Boolean);
    }, new URL(path, page.url()).href);
  await expect.poll(isKept, { timeout: 15_000 }).toBe(true);
}

/** Sets when the cached pages were stored, for the worker and as the pages show it. */
export const setKeptAt = (page: Page, times: { keptAt: number; shownAt: number }) =>
  page.evaluate(async ({ keptAt, shownAt }) => {
    const [cacheName = ''] = (await caches.keys()).filter(
      (one) => one.startsWith('pages-') && one.endsWith('-en'),
    );
    const pages = await caches.open(cacheName);
    for (const address of await pages.keys()) {
      const kept = await pages.match(address);
      const headers = new Headers(kept?.headers);
      headers.set('X-Kept-At', String(keptAt));
      const html = (await kept?.text())?.replace(/data-kept-at="\d+"/, `data-kept-at="${shownAt}"`);
      await pages.put(address, new Response(html, { headers }));
    }
  }, times);

/** Edits a product that was offered as `offer` does by default. */
export const editProduct = (
  api: Api,
  token: string,
  change: { productId: number | undefined; name: string; price?: number; photoIds?: number[] },
) =>
  api.call(token, 'farmer.products.edit', {
    ...{ description: 'Picked this morning', category: 'Vegetables', quantity: 120 },
    ...{ unit: 'kg', price: 85, ...change },
  });

type Registration = { registrationId: string; scopeURL: string };

/** Wakes the worker, as the browser does when it is online again. */
export async function wakeWorker(page: Page, origin: string) {
  // Not detached, because the worker may still have to start.
  const browser = await page.context().newCDPSession(page);
  const registrations: Registration[] = [];
  browser.on(
    'ServiceWorker.workerRegistrationUpdated',
    (event) => void registrations.push(...event.registrations),
  );
  await browser.send('ServiceWorker.enable');
  const own = () => registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
  await expect.poll(own).toBeDefined();
  const registrationId = own()?.registrationId ?? '';
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'queue',
    lastChance: false,
  });
}

export const mayWorkerSend = (page: Page) => page.evaluate(() => caches.has('queue-sender'));
