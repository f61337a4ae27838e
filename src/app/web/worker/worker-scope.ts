import type { Language } from '#platform/rules/language.ts';
import type { ScreenSet } from '#platform/rules/service-worker.ts';

/*
 * The parts that are used here. TypeScript's libraries for workers and pages contradict each other.
 */

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type RouterRule = { condition: { urlPattern: string }; source: 'network' };
export type Installed = Extendable & { addRoutes?(rules: RouterRule[]): Promise<void> };
export type Fetched = Extendable & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
type Told = Extendable & { data: unknown };
export type PushReceived = Extendable & { data: { text(): string } | null };
type NotificationTapped = Extendable & { notification: Notification };
export type SubscriptionChanged = Extendable & {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

type OpenWindow = {
  id: string;
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
};

type Synced = Extendable & { tag: string };

type Events = {
  install: Installed;
  activate: Extendable;
  fetch: Fetched;
  message: Told;
  push: PushReceived;
  sync: Synced;
  notificationclick: NotificationTapped;
  pushsubscriptionchange: SubscriptionChanged;
};

type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  /** Missing in older browsers of Apple and Mozilla. */
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(
    type: Name,
    listener: (event: Events[Name]) => void,
  ): void;
};

// The library for pages types `self` as a window.
export const worker = self as unknown as WorkerScope;

export const openWindows = () =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Filled in by src/tooling/files-to-keep.ts. */
type Build = {
  version: string;
  core: string[];
  screens: Record<ScreenSet, string[]>;
  written: string[];
};
declare const __BUILD__: Build;
export const build: Build = __BUILD__;

/** In development every file may change at any time, so nothing is cached. */
export const isDevelopment = build.version === '';

const APP = 'app-';
const PAGES = 'pages-';
export const cacheNames = {
  app: APP + build.version,
  pages: (language: Language) => `${PAGES}${build.version}-${language}`,
  photos: 'photos',
  state: 'worker-state',
};

/**
 * Browsers list caches in the order of creation. A cache after ours may belong to a waiting version
 * and must stay.
 */
async function olderCaches(prefix: string): Promise<string[]> {
  const names = await caches.keys();
  return names
    .slice(0, Math.max(0, names.indexOf(cacheNames.app)))
    .filter((name) => name.startsWith(prefix));
}
export const olderFiles = (): Promise<string[]> => olderCaches(APP);
export const olderPages = (): Promise<string[]> => olderCaches(PAGES);
