import { PUSH_RENEWED } from '#shared/service-worker.ts';
import { chooseWindow, readPushedNotice } from './pushed-notice.ts';

/*
 * The service worker. It shows what the server pushes, also while no page is open, and opens what a tapped notification is about. It
 * answers no requests and keeps no files. It is a file of its own (src/tooling/service-worker.ts), because a worker cannot import the pages'.
 */

/* What is used of a worker's interfaces: TypeScript's library of them and that of pages contradict each other. */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type PushReceived = Extendable & { data: { text(): string } | null };
type NotificationTapped = Extendable & { notification: Notification };
type SubscriptionChanged = Extendable & { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null };
type OpenWindow = {
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
};
type Worker = {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'push', listener: (event: PushReceived) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationTapped) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionChanged) => void): void;
};

// See the types above.
const worker = self as unknown as Worker;

// It keeps nothing that an older page could miss, so that a new one takes over at once.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
// A page that was open before can then be led to what a notification is about.
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event) => {
  const { title, options } = readPushedNotice(event.data?.text() ?? null, worker.location.origin);
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)));

const openWindows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

async function open(url: string): Promise<void> {
  const window = chooseWindow(await openWindows(), url);
  if (!window) {
    await worker.clients.openWindow(url);
    return;
  }
  // First, because a browser allows it for a moment after the tap only, and on a weak line a page takes longer.
  await window.focus().catch(() => {});
  if (window.url !== url) await window.navigate(url).catch(() => worker.clients.openWindow(url));
}

/** The browser has lost its subscription, or got another. The server learns of it from a page, the next one if none is open: it knows the session. */
async function subscribeAnew({ oldSubscription, newSubscription }: SubscriptionChanged): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && applicationServerKey) {
    await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  }
  for (const window of await openWindows()) window.postMessage(PUSH_RENEWED);
}
