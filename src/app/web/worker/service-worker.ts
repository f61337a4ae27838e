import {
  QUEUE_SYNC,
  SHARE_TARGET_PATH,
  type ToWorker,
  workerPagePath,
} from '#platform/rules/service-worker.ts';
import {
  answerFile,
  completeFiles,
  forgetOlderFiles,
  forgetOlderVersions,
  installFiles,
  isAppFile,
  keepLoadedFiles,
  renewFiles,
} from './app-files.ts';
import {
  answerOtherPage,
  answerPage,
  pageAt,
  renewPage,
  renewWrittenPages,
} from './cached-pages.ts';
import { answerPhoto, isPhoto, keepLoadedPhotos } from './kept-photos.ts';
import { openTapped, showPushed, subscribeAnew } from './push-events.ts';
import { sendQueued } from './send-queued.ts';
import { answerShare, isShare } from './share-target.ts';
import { type Fetched, type Installed, isDevelopment, worker } from './worker-scope.ts';
import { rememberLanguage, rememberPictureChoice, rememberScreenSet } from './worker-state.ts';

/*
 * The service worker. It opens the application offline (app-files.ts, cached-pages.ts,
 * kept-photos.ts) and shows push messages (push-events.ts). If the browser can wake it, it sends
 * pending changes (send-queued.ts). It never answers /trpc, /api, uploads, streams or callbacks:
 * pages cache their own answers. A new version waits until no window of the old one is open, or
 * until the user asks for it; nothing reloads automatically. It is built as a separate file
 * (src/tooling/service-worker.ts), because a worker cannot import the pages' files.
 */

worker.addEventListener('install', (event) => {
  if (isDevelopment) return;
  event.waitUntil(Promise.all([install(), leaveCallsAlone(event)]));
});

async function install(): Promise<void> {
  await installFiles();
  await renewWrittenPages().catch(() => {});
}

/** Makes the browser bypass the worker for calls, if it supports that. */
async function leaveCallsAlone(event: Installed): Promise<void> {
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

/** Null: the browser handles the request as if there were no worker. */
function answerTo(event: Fetched): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return null;
  if (request.method === 'POST' && pathname === SHARE_TARGET_PATH && isShare(request))
    return answerShare(request);
  if (request.method !== 'GET') return null;
  // If caching fails, for example on full storage, the response is still used.
  const lasting = (work: Promise<unknown>) => event.waitUntil(work.catch(() => {}));
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

async function handleMessage(message: ToWorker): Promise<void> {
  if (message.type === 'activate') return activate();
  if (message.type === 'language') return rememberLanguage(message.language);
  if (message.type === 'pictures') return rememberPictureChoice(message.pictures);
  if (isDevelopment) return;
  if (message.type === 'settled') return afterPage(message);
  await rememberScreenSet(message.screens);
  await completeFiles();
}

/**
 * While this version waited, the browser may have evicted cached files, and a login may have added
 * screens.
 */
async function activate(): Promise<void> {
  await completeFiles();
  await worker.skipWaiting();
}

/** Caches what the page has shown. A failed step does not stop the others. */
async function afterPage({
  address,
  language,
  files,
}: ToWorker & { type: 'settled' }): Promise<void> {
  const steps = [
    () => rememberLanguage(language),
    () => keepLoadedFiles(files),
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
