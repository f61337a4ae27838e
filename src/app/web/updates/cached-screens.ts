import type { ScreenSet, ToWorker } from '#platform/rules/service-worker.ts';
import { readUser } from '#platform/web/session/session.ts';

/*
 * Which screens the service worker caches for use offline: those of everyone, and those of the
 * person who is logged in.
 */

let asked: { registration: ServiceWorkerRegistration; screens: ScreenSet | null } | null = null;

/**
 * Called once a page has loaded and is idle. A version that waits gets the screens too, so that it
 * can take over offline.
 */
export function cacheScreens(registration: ServiceWorkerRegistration): void {
  const screens = wantedScreens();
  asked = { registration, screens };
  const message: ToWorker = { type: 'screens', screens };
  for (const worker of [registration.active, registration.waiting]) worker?.postMessage(message);
}

/**
 * A login does not load the page anew. Before the page is idle there is nothing to do: it asks for
 * the screens of whoever is logged in then.
 */
export function cacheScreensAfterLogin(): void {
  if (asked && asked.screens !== wantedScreens()) cacheScreens(asked.registration);
}

/** Null for a visitor who saves data, who may never need them. */
function wantedScreens(): ScreenSet | null {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return readUser()?.role ?? (connection?.saveData === true ? null : 'everyone');
}
