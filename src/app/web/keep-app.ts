/*
 * A new version waits until the user asks for it, or until no window of the old one is open; no
 * page reloads automatically. main.tsx loads this some seconds after the page.
 */

import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { SERVICE_WORKER_PATH, type ToWorker } from '#rules/service-worker.ts';
import { hasSessionsToEnd } from '#web/end-sessions.ts';
import { currentLanguage } from '#web/page-frame.tsx';
import { UPDATE_NEEDED, VERSION_DIFFERS } from '#web/rpc.ts';
import { cacheScreens } from './cached-screens.ts';

const WAITED_MILLISECONDS = 60_000;

let isOffered = false;

const IDLE_AT_LATEST_MILLISECONDS = 5000;

async function keepApp() {
  followRefusals();
  if (hasSessionsToEnd())
    void import('#web/end-sessions.ts').then(({ endSessions }) => endSessions());
  // Missing in some private windows, and on addresses without https.
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

async function loaded() {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  // Apple's browsers lack it.
  await new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: IDLE_AT_LATEST_MILLISECONDS })
      : resolve(null),
  );
}

function loadedFiles() {
  const paths = performance.getEntriesByType('resource').flatMap(({ name }) => {
    const url = new URL(name);
    return url.origin === location.origin && /^\/(assets|art|photos)\//.test(url.pathname)
      ? [url.pathname]
      : [];
  });
  return [...new Set(paths)];
}

keepApp().catch(() => {});

function followVersions(registration: ServiceWorkerRegistration) {
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

function followRefusals() {
  const offerIt = async () => offer((await navigator.serviceWorker?.getRegistration()) ?? null);
  const answer = () => void offerIt().catch(() => {});
  addEventListener(UPDATE_NEEDED, answer);
  if (document.documentElement.dataset.updateNeeded !== undefined) answer();
}

async function offer(registration: ServiceWorkerRegistration | null) {
  if (isOffered) return;
  isOffered = true;
  const { UpdateNotice } = await import('./update-notice.tsx');
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    createElement(UpdateNotice, { onAccept: () => changeVersion(registration) }),
  );
}

async function changeVersion(registration: ServiceWorkerRegistration | null) {
  if (registration?.active) {
    if (!registration.waiting) await registration.update();
    const next = registration.waiting ?? registration.installing;
    // Without one, the worker already has the new version, and only the page is old.
    if (next) await activate(next);
  }
  location.reload();
}

async function activate(next: ServiceWorker) {
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
