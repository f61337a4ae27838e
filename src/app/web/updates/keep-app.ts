import { SERVICE_WORKER_PATH, type ToWorker } from '#platform/rules/service-worker.ts';
import { hasSessionsToEnd } from '#platform/web/session/sessions-to-end.ts';
import { currentLanguage } from '#platform/web/shell/language.ts';
import { cacheScreens } from './cached-screens.ts';
import { followRefusals, followVersions, offer } from './new-version.ts';

/*
 * Registers the service worker, and tells it when a page has loaded and is idle, with the files
 * that the page has loaded. main.tsx loads this some seconds after the page; nothing on the page
 * waits for it.
 */

const IDLE_AT_LATEST_MILLISECONDS = 5000;

async function keepApp(): Promise<void> {
  followRefusals();
  if (hasSessionsToEnd())
    void import('#platform/web/session/end-sessions.ts').then(({ endSessions }) => endSessions());
  // Missing in private windows of some browsers, and on addresses without https.
  if (!('serviceWorker' in navigator)) return;
  await loaded();
  const registration = await navigator.serviceWorker.register(SERVICE_WORKER_PATH);
  followVersions(registration);
  // The server no longer has the file, so the page is an older version.
  addEventListener('vite:preloadError', () => {
    if (navigator.onLine) void offer(registration).catch(() => {});
  });
  const { active } = await navigator.serviceWorker.ready;
  const message: ToWorker = {
    type: 'settled',
    address: location.href,
    language: currentLanguage(),
    files: loadedFiles(),
  };
  active?.postMessage(message);
  cacheScreens(registration);
}

async function loaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  // Apple's browsers lack it.
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MILLISECONDS })
      : resolve(null),
  );
}

/** The paths of this site's files and photos that the page has loaded. */
function loadedFiles(): string[] {
  const paths = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const url = new URL(name);
    return url.origin === location.origin && /^\/(assets|art|photos)\//.test(url.pathname)
      ? [url.pathname]
      : [];
  });
  return [...new Set(paths)];
}

// The next page retries.
keepApp().catch(() => {});
