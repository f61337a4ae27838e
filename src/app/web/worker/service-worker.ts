import { PHOTO_SIZES_PIXELS } from '#photos/rules/limits.ts';
import {
  PUSH_RENEWED,
  QUEUE_SYNC,
  SHARE_TARGET_PATH,
  type ToWorker,
  WANTED_PHOTO,
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
import { chooseWindow, readPushedNotice } from './pushed-notice.ts';
import { sendQueued } from './send-queued.ts';
import { answerShare, isShare } from './share-target.ts';
import {
  cacheNames,
  type Fetched,
  type Installed,
  isDevelopment,
  openWindows,
  type PushReceived,
  type SubscriptionChanged,
  worker,
} from './worker-scope.ts';
import {
  readPictureChoice,
  rememberLanguage,
  rememberPictureChoice,
  rememberScreenSet,
} from './worker-state.ts';

/*
 * The most recently seen photos of products and farms, whose addresses are public and never change.
 * All other photos are under /api, which the worker never handles.
 */

const PHOTOS_MAX = 150;

function showPushed(event: PushReceived): Promise<void> {
  const { title, options } = readPushedNotice(event.data?.text() ?? null, worker.location.origin);
  return worker.registration.showNotification(title, options);
}

async function openTapped(url: string): Promise<void> {
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
}: SubscriptionChanged): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await worker.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey,
    });
  }
  for (const window of await openWindows()) window.postMessage(PUSH_RENEWED);
}

/*
 * Opens the application offline (app-files.ts, cached-pages.ts), shows push messages, and sends
 * pending changes (send-queued.ts). Never answers /trpc, /api, uploads, streams or callbacks. It is
 * built as a separate file (src/tooling/service-worker.ts), because a worker cannot import the
 * pages' files.
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

/** Null: the browser handles the request. */
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
 * While this version waited, the browser may have evicted files, and a login may have added
 * screens.
 */
async function activate(): Promise<void> {
  await completeFiles();
  await worker.skipWaiting();
}

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

const isPhoto = (path: string): boolean => path.startsWith('/photos/');

async function answerPhoto(
  request: Request,
  lasting: (work: Promise<unknown>) => void,
): Promise<Response> {
  const photos = await caches.open(cacheNames.photos);
  const { origin, pathname, searchParams } = new URL(request.url);
  const address = origin + pathname;
  const kept = await photos.match(address);
  if (kept) return kept;
  if (searchParams.has(WANTED_PHOTO)) return fetchToKeep(address, lasting);
  const choice = await readPictureChoice();
  if (choice === 'none') return leftOut();
  const isSmall = choice === 'small' || savesData();
  return isSmall ? fetch(smallest(address)) : fetchToKeep(address, lasting);
}

async function fetchToKeep(
  address: string,
  lasting: (work: Promise<unknown>) => void,
): Promise<Response> {
  const response = await fetch(address);
  if (isKeepable(response)) lasting(keep(address, response.clone()));
  return response;
}

/** Always the smallest of PHOTO_SIZES_PIXELS; addresses end in the size. */
const smallest = (address: string) =>
  address.replace(/-\d+(?=\.(?:webp|jpg)$)/, `-${PHOTO_SIZES_PIXELS[0]}`);

/**
 * True as well on connections on which a photo takes most of a minute. Apple's and Mozilla's
 * browsers report neither.
 */
function savesData(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /^(slow-)?2g$/.test(connection?.effectiveType ?? '');
}

/** Transparent, so that the photo's placeholder colour is visible. */
const leftOut = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' },
  });

/** Photos from before the worker controlled the page come from the browser's HTTP cache. */
async function keepLoadedPhotos(paths: string[]): Promise<void> {
  const photos = await caches.open(cacheNames.photos);
  for (const path of paths.filter(isPhoto)) {
    if (await photos.match(path)) continue;
    const response = await fetch(path, { cache: 'force-cache' });
    if (isKeepable(response)) await keep(path, response);
  }
}

/** Excludes, for example, a photo that is still being processed. */
const isKeepable = (response: Response) =>
  response.status === 200 && response.type === 'basic' && !response.redirected;

async function keep(address: string, response: Response): Promise<void> {
  const photos = await caches.open(cacheNames.photos);
  await photos.put(address, response);
  const all = await photos.keys();
  // Keys are in insertion order.
  for (const oldest of all.slice(0, Math.max(0, all.length - PHOTOS_MAX)))
    await photos.delete(oldest);
}
