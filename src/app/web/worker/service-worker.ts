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
import { answerOtherPage, answerPage, pageAt, renewPage, renewWrittenPages } from './kept-pages.ts';
import { answerPhoto, isPhoto, keepLoadedPhotos } from './kept-photos.ts';
import { openTapped, showPushed, subscribeAnew } from './push-events.ts';
import { sendQueued } from './send-queued.ts';
import { answerShare, isShare } from './share-target.ts';
import { type Fetched, type Installed, isDevelopment, worker } from './worker-scope.ts';
import { rememberLanguage, rememberPictureChoice, rememberScreenSet } from './worker-state.ts';

/*
 * The service worker. It opens the application offline (app-files.ts, kept-pages.ts,
 * kept-photos.ts) and shows what the server pushes (push-events.ts). Where the browser can wake it,
 * it sends pending changes (send-queued.ts). It never answers /trpc, /api, uploads, streams or
 * callbacks: pages cache their own answers. A new version waits until no window of the old one is
 * open, or until a person asks for it; nothing reloads by itself. It is a file of its own
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

/** So that the browser does not ask the worker about calls, where it can be told. */
async function leaveCallsAlone(event: Installed): Promise<void> {
  await event
    .addRoutes?.(
      ['/trpc/*', '/api/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })),
    )
    .catch(() => {});
}

// A page that was open before can then be led to what a notification is about.
worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), forgetOlderVersions()])),
);

worker.addEventListener('fetch', (event) => {
  const answer = isDevelopment ? null : answerTo(event);
  if (answer) event.respondWith(answer);
});

/** Null: the browser sees to it, as if there were no worker. */
function answerTo(event: Fetched): Promise<Response> | null {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return null;
  if (request.method === 'POST' && pathname === SHARE_TARGET_PATH && isShare(request))
    return answerShare(request);
  if (request.method !== 'GET') return null;
  // What cannot be kept, because the storage is full for instance, is still shown.
  const lasting = (work: Promise<unknown>) => event.waitUntil(work.catch(() => {}));
  if (request.mode === 'navigate') {
    const page = pageAt(request.url);
    return page ? answerPage({ request, ...page }, lasting) : answerOtherPage(request);
  }
  if (isAppFile(pathname)) return answerFile(request, lasting);
  if (isPhoto(pathname)) return answerPhoto(request, lasting);
  return null;
}

// What fails is tried again after the next page. Only pages of this site can send messages.
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
 * Cached files can have gone while this version waited, when a browser needed room for instance,
 * and a login can have added screens.
 */
async function activate(): Promise<void> {
  await completeFiles();
  await worker.skipWaiting();
}

/** Caches what the page has shown. One step that fails does not stop the others. */
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
