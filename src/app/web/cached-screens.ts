import type { ScreenSet, ToWorker } from '#rules/service-worker.ts';
import { readUser } from '#web/session.ts';

let asked: { registration: ServiceWorkerRegistration; screens: ScreenSet | null } | null = null;

/**
 * Called when a page is idle. A waiting version gets the screens too, so that it can take over
 * offline.
 */
export function cacheScreens(registration: ServiceWorkerRegistration) {
  const screens = wantedScreens();
  asked = { registration, screens };
  const message: ToWorker = { type: 'screens', screens };
  for (const worker of [registration.active, registration.waiting]) worker?.postMessage(message);
}

/** A login doesn't reload the page. Before the page is idle, cacheScreens is still to come. */
export function cacheScreensAfterLogin() {
  if (asked && asked.screens !== wantedScreens()) cacheScreens(asked.registration);
}

function wantedScreens(): ScreenSet | null {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return readUser()?.role ?? (connection?.saveData === true ? null : 'everyone');
}
