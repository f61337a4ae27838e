/*
 * Opens the application offline (app-files.ts, cached-pages.ts), shows push messages, and sends
 * pending changes (send-queued.ts). Never answers /trpc, /api, uploads, streams or callbacks. It is
 * built as a separate file (src/tooling/vite-plugins.ts), because a worker cannot import the
 * pages' files.
 */

import {
  PUSH_RENEWED,
  QUEUE_SYNC,
  SHARE_TARGET_PATH,
  type ToWorker,
  workerPagePath,
} from '#rules/service-worker.ts';
import {
  answerFile,
  completeFiles,
  forgetOlderFiles,
  forgetOlderVersions,
  installFiles,
  isAppFile,
  keepFiles,
  renewFiles,
} from './app-files.ts';
import {
  answerOtherPage,
  answerPage,
  pageAt,
  renewPage,
  renewWrittenPages,
} from './cached-pages.ts';
import { answerPhoto, answerShare, isPhoto, isShare, keepLoadedPhotos } from './photos.ts';
import { chooseWindow, readPushedNotice } from './pushed-notice.ts';
import { sendQueued } from './send-queued.ts';
import {
  isDevelopment,
  type Lasting,
  openWindows,
  rememberLanguage,
  rememberPictureChoice,
  rememberScreenSet,
  type WorkerEvent,
  worker,
} from './worker-scope.ts';

function showPushed(event: WorkerEvent<'push'>) {
  const { title, options } = readPushedNotice(event.data?.text() ?? null, worker.location.origin);
  return worker.registration.showNotification(title, options);
}

async function openTapped(url: string) {
  const window = chooseWindow(await openWindows(), url);
  if (!window) {
    await worker.clients.openWindow(url);
    return;
  }
  // Focus first: browsers allow it only for a moment after the tap, and loading takes longer.
  await window.focus().catch(() => {});
  if (window.url !== url) await window.navigate(url).catch(() => worker.clients.openWindow(url));
}

/**
 * The browser has lost or replaced its subscription. A page reports that, because it knows the
 * session; if none is open, the next page does.
 */
async function subscribeAnew({
  oldSubscription,
  newSubscription,
}: WorkerEvent<'pushsubscriptionchange'>) {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  }
  for (const window of await openWindows()) window.postMessage(PUSH_RENEWED);
}

worker.addEventListener('install', (event) => {
  if (isDevelopment) return;
  event.waitUntil(Promise.all([install(), leaveCallsAlone(event)]));
});

async function install() {
  await installFiles();
  await renewWrittenPages().catch(() => {});
}

/** Makes the browser bypass the worker for calls, if it supports that. */
async function leaveCallsAlone(event: WorkerEvent<'install'>) {
  await event
    .addRoutes?.(
      ['/trpc/*', '/api/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })),
    )
    .catch(() => {});
}

// Claiming lets the worker navigate pages that were open before, for tapped notifications.
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), forgetOlderVersions()])),
);

worker.addEventListener('fetch', (event) => {
  const answer = isDevelopment ? null : answerTo(event);
  if (answer) event.respondWith(answer);
});

/** Null: the browser handles the request. */
function answerTo(event: WorkerEvent<'fetch'>): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return null;
  if (request.method === 'POST' && pathname === SHARE_TARGET_PATH && isShare(request))
    return answerShare(request);
  if (request.method !== 'GET') return null;
  // If caching fails, for example on full storage, the response is still used.
  const lasting: Lasting = (work) => event.waitUntil(work.catch(() => {}));
  if (request.mode === 'navigate') {
    const page = pageAt(request.url);
    return page ? answerPage({ request, ...page }, lasting) : answerOtherPage(request);
  }
  if (isAppFile(pathname)) return answerFile(request, lasting);
  if (isPhoto(pathname)) return answerPhoto(request, lasting);
  return null;
}

// A failure is retried after the next page. Only pages of this site can send messages.
worker.addEventListener('message', (event) =>
  event.waitUntil(handleMessage(event.data as ToWorker).catch(() => {})),
);

async function handleMessage(message: ToWorker) {
  if (message.type === 'activate') return activate();
  if (message.type === 'language') return rememberLanguage(message.language);
  if (message.type === 'pictures') return rememberPictureChoice(message.pictures);
  if (isDevelopment) return;
  if (message.type === 'settled') return afterPage(message);
  await rememberScreenSet(message.screens);
  await completeFiles();
}

/**
 * While this version waited, the browser may have evicted files, and a login may have added
 * screens.
 */
async function activate() {
  await completeFiles();
  await worker.skipWaiting();
}

async function afterPage({ address, language, files }: ToWorker & { type: 'settled' }) {
  const steps = [
    () => rememberLanguage(language),
    // From the browser's HTTP cache, if they were loaded before the worker was active.
    () => keepFiles(files.filter(isAppFile)),
    () => renewPage(address, language),
    () => keepLoadedPhotos(files),
    () => renewFiles([workerPagePath('app', language)]),
    forgetOlderFiles,
  ];
  for (const step of steps) await step().catch(() => {});
}

worker.addEventListener('sync', (event) => {
  if (event.tag === QUEUE_SYNC) event.waitUntil(sendQueued());
});

worker.addEventListener('push', (event) => event.waitUntil(showPushed(event)));

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openTapped(event.notification.data));
});

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)));
