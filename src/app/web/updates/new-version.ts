import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { ToWorker } from '#platform/rules/service-worker.ts';
import { UPDATE_NEEDED, VERSION_DIFFERS } from '#platform/web/client/server-version.ts';

/*
 * A new version of the application. It waits until the user asks for it, or until no window of the
 * old one is open; no page reloads automatically. The notice has its own React root, created when
 * there is something to show.
 */

const WAITED_MILLISECONDS = 60_000;

/** Watches a registration, and offers a waiting version. */
export function followVersions(registration: ServiceWorkerRegistration): void {
  const look = () => {
    // The very first version takes over automatically.
    if (registration.waiting && navigator.serviceWorker.controller) void offer(registration);
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  look();
  // Another window has switched to a new version, and this one keeps the old one.
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) void offer(registration).catch(() => {});
    isControlled = true;
  });
  // The server's version differs from this page's, so there may be a new worker.
  const update = () =>
    void registration
      .update()
      .then(() =>
        registration.installing || registration.waiting ? undefined : offer(registration),
      )
      .catch(() => {});
  addEventListener(VERSION_DIFFERS, update);
  if (document.documentElement.dataset.serverVersion) update();
}

/** Offers the new version when a call of this page was refused because the page is old. */
export function followRefusals(): void {
  const offerIt = async () => offer((await navigator.serviceWorker?.getRegistration()) ?? null);
  const answer = () => void offerIt().catch(() => {});
  addEventListener(UPDATE_NEEDED, answer);
  if (document.documentElement.dataset.updateNeeded !== undefined) answer();
}

let isOffered = false;

/**
 * Shows the notice about a new version. `registration` is null in browsers without service workers.
 */
export async function offer(registration: ServiceWorkerRegistration | null): Promise<void> {
  if (isOffered) return;
  isOffered = true;
  const { UpdateNotice } = await import('./update-notice.tsx');
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    createElement(UpdateNotice, { onAccept: () => changeVersion(registration) }),
  );
}

/**
 * Switches to the new version and reloads the page once.
 * @throws if the new version is not available now
 */
async function changeVersion(registration: ServiceWorkerRegistration | null): Promise<void> {
  if (registration?.active) {
    if (!registration.waiting) await registration.update();
    const next = registration.waiting ?? registration.installing;
    // Without one, the worker already has the new version, and only the page is old.
    if (next) await activate(next);
  }
  location.reload();
}

async function activate(next: ServiceWorker): Promise<void> {
  const message: ToWorker = { type: 'activate' };
  await new Promise<void>((resolve, reject) => {
    const follow = () => {
      if (next.state === 'installed') next.postMessage(message);
      if (next.state === 'activating' || next.state === 'activated') resolve();
      if (next.state === 'redundant') reject(new Error('The new version could not be kept'));
    };
    next.addEventListener('statechange', follow);
    follow();
    setTimeout(() => reject(new Error('The new version does not come')), WAITED_MILLISECONDS);
  });
}
