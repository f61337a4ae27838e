/*
 * Answers page loads. Screens start with the cached shell. Visited server-rendered pages are cached
 * for a day: the copy is shown at once, the page fetches newer data itself, and the worker fetches
 * a newer copy when the page is idle. Offline, an older copy is used too.
 */

import { dayInNairobi } from '#rules/day.ts';
import { isLanguage } from '#rules/language.ts';
import { findRoute, type RouteName, routes } from '#rules/routes.ts';
import { VERSION_HEADER, type WorkerPage, workerPagePath } from '#rules/service-worker.ts';
import { findFile, isAppFile, keepFiles } from './app-files.ts';
import {
  build,
  cacheNames,
  type Lasting,
  nextLanguage,
  olderPages,
  putNewest,
  worker,
} from './worker-scope.ts';

const PAGES_MAX = 30;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** How long to wait for a stalled connection if there is an older copy. */
const PATIENCE_MILLISECONDS = 5000;
const TOO_MANY_REQUESTS = 429;
const CACHED_AT = 'X-Kept-At';
const FILE_NAME = /\.\w+$/;
const NO_PAGES = /^\/(api|trpc)\//;
/** These screens are cached, and report what they cannot show offline. */
const screensOfPages: readonly RouteName[] = ['market', 'product', 'farm', 'prices', 'cropPrices'];

export function pageAt(address: string): { url: URL; route: RouteName } | null {
  const url = new URL(address, worker.location.origin);
  if (url.origin !== worker.location.origin || FILE_NAME.test(url.pathname)) return null;
  // A link that selects the language sets a cookie, which only the server can do.
  if (url.searchParams.has('language')) return null;
  const route = findRoute(url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : '/');
  url.hash = '';
  return route && { url, route };
}

type Visit = { request: Request; url: URL; route: RouteName };

export async function answerPage({ request, url, route }: Visit, lasting: Lasting) {
  const language = await nextLanguage();
  if (routes[route].html === 'shell')
    return (await findWorkerPage('app', language)) ?? fetch(request);
  const cached = language && (await findCached(url, language));
  if (cached && isOfToday(cached)) return cached;
  const fetched = fetch(request).then(async (response) => {
    lasting(keepPage(url, response.clone()));
    await allHasCome(response.clone());
    return response;
  });
  try {
    return await (cached ? Promise.race([fetched, patience()]) : fetched);
  } catch (error) {
    const page = screensOfPages.includes(route) ? 'app' : 'offline';
    const instead = cached ?? (await findWorkerPage(page, language));
    if (!instead) throw error;
    fetched.catch(() => {});
    return instead;
  }
}

/**
 * The server answers other addresses; offline, our offline page replaces the browser's own. Null:
 * the browser handles the request.
 */
export function answerOtherPage(request: Request): Promise<Response> | null {
  const { pathname } = new URL(request.url);
  if (NO_PAGES.test(pathname) || FILE_NAME.test(pathname)) return null;
  return fetch(request).catch(async (error) => {
    const instead = await findWorkerPage('offline', await nextLanguage());
    if (!instead) throw error;
    return instead;
  });
}

const patience = (milliseconds = PATIENCE_MILLISECONDS) =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('The connection is stalled')), milliseconds),
  );

/** The maximum pause within the download of a page. */
const STALLED_MILLISECONDS = 10_000;

/**
 * Browsers don't run the scripts of an incomplete page. Throws if the download aborts or stalls.
 */
async function allHasCome({ body }: Response) {
  const reader = body?.getReader();
  let isDone = !reader;
  while (reader && !isDone)
    isDone = (await Promise.race([reader.read(), patience(STALLED_MILLISECONDS)])).done;
}

const findWorkerPage = (page: WorkerPage, language: Language = 'en') =>
  findFile(workerPagePath(page, language));

const findCached = async (url: URL, language: Language) =>
  (await caches.open(cacheNames.pages(language))).match(url.href, { ignoreVary: true });

const cachedAt = (cached: Response) => Number(cached.headers.get(CACHED_AT));

/**
 * Texts such as "harvested today" belong to the day of rendering, and hydration starts with the
 * same text.
 */
function isOfToday(cached: Response) {
  const at = cachedAt(cached);
  const now = Date.now();
  return (
    at <= now &&
    now - at < DAY_MILLISECONDS &&
    dayInNairobi(new Date(at)) === dayInNairobi(new Date(now))
  );
}

const RENEWED_AFTER_MILLISECONDS = 60_000;

export async function renewPage(address: string, language: Language) {
  const page = pageAt(address);
  if (!page || routes[page.route].html === 'shell') return;
  const cached = await findCached(page.url, language);
  if (cached && Math.abs(Date.now() - cachedAt(cached)) < RENEWED_AFTER_MILLISECONDS) return;
  await keepPage(page.url, await fetchPage(page.url));
}

const fetchPage = (url: URL) => fetch(url.href, { cache: 'no-cache', redirect: 'manual' });

/**
 * Built pages belong to no set of screens. An update caches those that were visited, with all their
 * files.
 */
export async function renewWrittenPages() {
  let isAnyVisited = false;
  for (const name of await olderPages()) {
    const pages = await caches.open(name);
    for (const { url } of await pages.keys()) {
      const page = pageAt(url);
      if (!page || routes[page.route].html !== 'prerendered') continue;
      const response = await fetchPage(page.url);
      const html = await response.clone().text();
      await keepPage(page.url, response);
      await keepFiles(
        [...html.matchAll(/ (?:href|src)="(\/[^"]+)"/g)].flatMap(([, path = '']) =>
          isAppFile(path) ? path : [],
        ),
      );
      isAnyVisited = true;
    }
  }
  if (isAnyVisited) await keepFiles(build.written);
}

async function keepPage(url: URL, response: Response) {
  const language = response.headers.get('Content-Language');
  if (!isLanguage(language)) return;
  const cacheName = cacheNames.pages(language);
  if (!isKeepable(response)) {
    // A page that is gone must not be shown again. Server errors and rate limits change nothing.
    if (response.status < 500 && response.status !== TOO_MANY_REQUESTS)
      await (await caches.open(cacheName)).delete(url.href, { ignoreVary: true });
    return;
  }
  const now = Date.now();
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Vary']) headers.delete(name);
  headers.set(CACHED_AT, String(now));
  // The page gets the age of its data from this (features/products/web/catalogue/page-data.ts).
  const html = (await response.text()).replace('<html ', `<html data-kept-at="${now}" `);
  await putNewest(cacheName, {
    address: url.href,
    response: new Response(html, { headers }),
    max: PAGES_MAX,
  });
}

/** Another version's page refers to files that are not cached. */
const isKeepable = ({ status, type, redirected, headers }: Response) =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  headers.get(VERSION_HEADER) === build.version &&
  headers.get('Content-Type')?.startsWith('text/html') === true &&
  !/no-store|private/.test(headers.get('Cache-Control') ?? 'no-store');
