/* The worker's browser interface, its build, its caches, and what it remembers. */

import { isLanguage, LANGUAGE_COOKIE } from '#rules/language.ts';
import {
  type PictureChoice,
  pictureChoices,
  type ScreenSet,
  screenSets,
} from '#rules/service-worker.ts';

// TypeScript's libraries for workers and pages contradict each other.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type RouterRule = { condition: { urlPattern: string }; source: 'network' };
type Subscription = PushSubscription | null;

type Events = {
  install: Extendable & { addRoutes?(rules: RouterRule[]): Promise<void> };
  activate: Extendable;
  fetch: Extendable & { request: Request; respondWith(answer: Promise<Response>): void };
  message: Extendable & { data: unknown };
  push: Extendable & { data: { text(): string } | null };
  sync: Extendable & { tag: string };
  notificationclick: Extendable & { notification: Notification };
  pushsubscriptionchange: Extendable & {
    oldSubscription?: Subscription;
    newSubscription?: Subscription;
  };
};
export type WorkerEvent<Name extends keyof Events> = Events[Name];

/** Keeps the worker alive until the work ends. Its failure changes nothing. */
export type Lasting = (work: Promise<unknown>) => void;

type OpenWindow = {
  id: string;
  url: string;
  focused: boolean;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown): void;
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

/** Filled in by src/tooling/built-files.ts. */
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
async function olderCaches(prefix: string) {
  const names = await caches.keys();
  return names
    .slice(0, Math.max(0, names.indexOf(cacheNames.app)))
    .filter((name) => name.startsWith(prefix));
}
export const olderFiles = () => olderCaches(APP);
export const olderPages = () => olderCaches(PAGES);

type Kept = { address: string; response: Response; max: number };

/** Deletes the oldest beyond `max`. Keys are in insertion order. */
export async function putNewest(cacheName: string, { address, response, max }: Kept) {
  const cache = await caches.open(cacheName);
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, response);
  const all = await cache.keys();
  for (const oldest of all.slice(0, Math.max(0, all.length - max))) await cache.delete(oldest);
}

// The worker's state is cached, because the browser ends an idle worker after half a minute.

async function read(name: string): Promise<unknown> {
  const kept = await (await caches.open(cacheNames.state)).match(`/${name}`);
  return kept?.json().catch(() => undefined);
}

const write = async (name: string, value: unknown) =>
  (await caches.open(cacheNames.state)).put(`/${name}`, Response.json(value));

export async function nextLanguage(): Promise<Language | undefined> {
  const chosen = (await worker.cookieStore?.get(LANGUAGE_COOKIE).catch(() => null))?.value;
  if (isLanguage(chosen)) return chosen;
  const kept = await read('language');
  return isLanguage(kept) ? kept : undefined;
}

export const rememberLanguage = (shown: Language) => write('language', shown);

export async function readPictureChoice(): Promise<PictureChoice> {
  const kept = await read('pictures');
  return pictureChoices.find((choice) => choice === kept) ?? 'usual';
}

export const rememberPictureChoice = (chosen: PictureChoice) => write('pictures', chosen);

/** All sets if no page has reported one: an earlier version cached those of both roles. */
export async function readScreenSets(): Promise<readonly ScreenSet[]> {
  const kept = await read('screens');
  return Array.isArray(kept) ? screenSets.filter((set) => kept.includes(set)) : screenSets;
}

/** People share phones and each needs their screens. Null adds none. */
export async function rememberScreenSet(set: ScreenSet | null) {
  const kept = await read('screens');
  if (!Array.isArray(kept)) await write('screens', set ? [set] : []);
  else if (set && !kept.includes(set)) await write('screens', [...kept, set]);
}

export const rememberOldWindows = (ids: string[]) => write('old-windows', ids);

export async function readOldWindows() {
  const ids = await read('old-windows');
  return Array.isArray(ids) ? ids.map(String) : [];
}
