import { dayInNairobi } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { isLanguage } from '#platform/rules/language.ts';
import { findRoute, type RouteName, routes } from '#platform/rules/routes.ts';
import { VERSION_HEADER, type WorkerPage, workerPagePath } from '#platform/rules/service-worker.ts';
import { findFile, isAppFile, keepFiles } from './app-files.ts';
import { build, cacheNames, olderPages, worker } from './worker-scope.ts';
import { nextLanguage } from './worker-state.ts';

/*
 * Pages, when one is opened or reloaded. The screens that the browser renders begin with the shell,
 * which is kept. Of the pages that the server renders, those that were seen are kept for a day: the
 * copy is shown at once, the page then asks for newer data by itself (its copy says how old it is),
 * and a newer copy is fetched when it rests. Without a line an older copy is better than none.
 */

const PAGES_MAX = 30;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** So long a line that does nothing is waited for where there is an older copy. */
const PATIENCE_MILLISECONDS = 5000;
const TOO_MANY_REQUESTS = 429;
const KEPT_AT = 'X-Kept-At';
/** A path that ends like a file's, such as the picture of a crop's prices. */
const FILE_NAME = /\.\w+$/;
/** What answers calls and downloads, and has no pages. */
const NO_PAGES = /^\/(api|trpc)\//;
/**
 * Their screens are among the files that are kept, and say themselves what they cannot show without
 * a line.
 */
const screensOfPages: readonly RouteName[] = ['market', 'product', 'farm', 'prices', 'cropPrices'];

/** The page at an address, if the worker may answer for it. */
export function pageAt(address: string): { url: URL; route: RouteName } | null {
  const url = new URL(address, worker.location.origin);
  if (url.origin !== worker.location.origin || FILE_NAME.test(url.pathname)) return null;
  // A link that chooses the language sets a cookie, which only the server's answer can do.
  if (url.searchParams.has('language')) return null;
  const route = findRoute(url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : '/');
  url.hash = '';
  return route && { url, route };
}

type Visit = { request: Request; url: URL; route: RouteName };

export async function answerPage(
  visit: Visit,
  lasting: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { request, url, route } = visit;
  const language = await nextLanguage();
  if (routes[route].html === 'shell')
    return (await findWorkerPage('app', language)) ?? fetch(request);
  const kept = language && (await findKept(url, language));
  if (kept && isOfToday(kept)) return kept;
  const fetched = fetch(request).then(async (response) => {
    lasting(keepPage(url, response.clone()));
    await allHasCome(response.clone());
    return response;
  });
  try {
    return await (kept ? Promise.race([fetched, patience()]) : fetched);
  } catch (error) {
    const page = screensOfPages.includes(route) ? 'app' : 'offline';
    const instead = kept ?? (await findWorkerPage(page, language));
    if (!instead) throw error;
    // Its own failure was seen to above.
    fetched.catch(() => {});
    return instead;
  }
}

/**
 * An address that is no page of ours, or that sets the language, is the server's to answer; without
 * a line the page that says so is shown in place of the browser's own. Null: the browser sees to
 * it.
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
    setTimeout(() => reject(new Error('The line does nothing')), milliseconds),
  );

/** So long nothing more of a page may come. */
const STALLED_MILLISECONDS = 10_000;

/**
 * Waits for the end of a page. Of one that breaks off in the middle browsers run no script, so that
 * half of it would be all that a person gets, and its buttons would do nothing.
 * @throws if it breaks off, or nothing more comes
 */
async function allHasCome({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  let isDone = !reader;
  while (reader && !isDone)
    isDone = (await Promise.race([reader.read(), patience(STALLED_MILLISECONDS)])).done;
}

const findWorkerPage = (page: WorkerPage, language: Language = 'en') =>
  findFile(workerPagePath(page, language));

const findKept = async (url: URL, language: Language) =>
  (await caches.open(cacheNames.pages(language))).match(url.href, { ignoreVary: true });

const keptAt = (kept: Response) => Number(kept.headers.get(KEPT_AT));

/**
 * Texts such as "harvested today" are of the day on which the page was rendered, and the script
 * begins with the same.
 */
function isOfToday(kept: Response): boolean {
  const at = keptAt(kept);
  const now = Date.now();
  return (
    at <= now &&
    now - at < DAY_MILLISECONDS &&
    dayInNairobi(new Date(at)) === dayInNairobi(new Date(now))
  );
}

/** A copy that is younger is not fetched anew. */
const RENEWED_AFTER_MILLISECONDS = 60_000;

/** Fetches a newer copy of a page that is open and rests. */
export async function renewPage(address: string, language: Language): Promise<void> {
  const page = pageAt(address);
  if (!page || routes[page.route].html === 'shell') return;
  const kept = await findKept(page.url, language);
  if (kept && Math.abs(Date.now() - keptAt(kept)) < RENEWED_AFTER_MILLISECONDS) return;
  await keepPage(page.url, await fetchPage(page.url));
}

const fetchPage = (url: URL) => fetch(url.href, { cache: 'no-cache', redirect: 'manual' });

/**
 * The pages that the build writes are in no set of screens. An update gets those that were seen in
 * an older version, with the files that they name.
 */
export async function renewWrittenPages(): Promise<void> {
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
    }
  }
}

async function keepPage(url: URL, response: Response): Promise<void> {
  const language = response.headers.get('Content-Language');
  if (!isLanguage(language)) return;
  const pages = await caches.open(cacheNames.pages(language));
  if (!isKeepable(response)) {
    // What has gone is not shown again. A server that is in trouble, or has enough of this line,
    // changes nothing.
    if (response.status < 500 && response.status !== TOO_MANY_REQUESTS)
      await pages.delete(url.href, { ignoreVary: true });
    return;
  }
  const now = Date.now();
  const headers = new Headers(response.headers);
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Vary']) headers.delete(name);
  headers.set(KEPT_AT, String(now));
  // The page reads from this how old its data is (features/products/web/catalogue/page-data.ts).
  const html = (await response.text()).replace('<html ', `<html data-kept-at="${now}" `);
  await pages.delete(url.href);
  await pages.put(url.href, new Response(html, { headers }));
  const all = await pages.keys();
  for (const oldest of all.slice(0, Math.max(0, all.length - PAGES_MAX)))
    await pages.delete(oldest);
}

/**
 * Only what the server would send to everybody, and of this version: another's page names files
 * that are not kept.
 */
const isKeepable = ({ status, type, redirected, headers }: Response) =>
  status === 200 &&
  type === 'basic' &&
  !redirected &&
  headers.get(VERSION_HEADER) === build.version &&
  headers.get('Content-Type')?.startsWith('text/html') === true &&
  !/no-store|private/.test(headers.get('Cache-Control') ?? 'no-store');
