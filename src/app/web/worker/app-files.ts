import { VERSION_HEADER } from '#platform/rules/service-worker.ts';
import { build, cacheNames, olderFiles, olderPages, openWindows, worker } from './worker-scope.ts';
import { readOldWindows, readScreenSets, rememberOldWindows } from './worker-state.ts';

/*
 * The files of the application: scripts, styles and drawings. A version's files are cached
 * together. Only a newer version removes them, once it is active and no window is open that was
 * loaded before that.
 */

/** More than a version has; only what is not a file of ours could ever reach it. */
const FILES_MAX = 500;

const known = new Set([...build.core, ...Object.values(build.screens).flat()]);
export const isAppFile = (path: string): boolean =>
  path.startsWith('/assets/') || path.startsWith('/art/') || known.has(path);
/** A file with a hash in its name is the same in every version. */
const isHashed = (path: string) => path.startsWith('/assets/');

/**
 * Before the first version takes over, only what a page needs offline at least: the screens come
 * soon, with the next page that is idle. An update gets all of its files before it is offered, so
 * that nobody changes to a version whose screens are missing.
 */
export const installFiles = (): Promise<void> =>
  worker.registration.active ? completeFiles() : keepFiles(build.core);

/** Fetches the files that are still missing of the screens that this device caches. */
export async function completeFiles(): Promise<void> {
  const sets = await readScreenSets();
  const ofRoles = sets.filter((set) => set !== 'everyone').flatMap((set) => build.screens[set]);
  // Those of everyone last, which end with the drawings.
  await keepFiles([...build.core, ...ofRoles, ...(sets.length > 0 ? build.screens.everyone : [])]);
}

/** Caches files that a page loaded before the worker was active. The browser still has them. */
export const keepLoadedFiles = (paths: string[]): Promise<void> =>
  keepFiles(paths.filter(isAppFile));

/** One after the other, so that they leave the network to the page. */
export async function keepFiles(paths: string[]): Promise<void> {
  const files = await caches.open(cacheNames.app);
  for (const path of paths) {
    if (await files.match(path)) continue;
    const same = isHashed(path) ? await caches.match(path) : undefined;
    await files.put(path, same ?? (await fetchFile(path)));
  }
}

/** @throws if it cannot be had, or is that of another version */
async function fetchFile(path: string): Promise<Response> {
  // TypeScript's library does not know the priority yet everywhere.
  const options: RequestInit & { priority: 'low' } = {
    cache: isHashed(path) ? 'default' : 'no-cache',
    priority: 'low',
  };
  const response = await fetch(path, options);
  const version = response.headers.get(VERSION_HEADER);
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
  if (version !== null && version !== build.version)
    throw new Error(`${path} is of version ${version}`);
  return response;
}

/**
 * Shells hold what the operator has set, such as the support address, which changes without a new
 * version. Called now and then.
 */
export async function renewFiles(paths: string[]): Promise<void> {
  const files = await caches.open(cacheNames.app);
  for (const path of paths) await files.put(path, await fetchFile(path));
}

export async function findFile(path: string): Promise<Response | undefined> {
  const files = await caches.open(cacheNames.app);
  // A window that was loaded with another version asks for that version's files. Other names, such
  // as the shell's, are the same in all versions.
  return (await files.match(path)) ?? (isHashed(path) ? caches.match(path) : undefined);
}

/** From the browser, else from the server; then it is kept. */
export async function answerFile(
  request: Request,
  lasting: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const kept = await findFile(pathname);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic' && !response.redirected)
    lasting(keepFile(pathname, response.clone()));
  return response;
}

async function keepFile(path: string, response: Response): Promise<void> {
  const files = await caches.open(cacheNames.app);
  if ((await files.keys()).length < FILES_MAX) await files.put(path, response);
}

/**
 * Called once, when this version becomes active. Cached pages of older versions name files that
 * will be gone.
 */
export async function forgetOlderVersions(): Promise<void> {
  const windows = await openWindows();
  await rememberOldWindows(windows.map(({ id }) => id));
  await forgetCaches(await olderPages());
  await forgetOlderFiles();
}

/** Removes the files of older versions, unless a window is still open that was loaded with one. */
export async function forgetOlderFiles(): Promise<void> {
  const names = await olderFiles();
  if (names.length === 0) return;
  const [old, open] = await Promise.all([readOldWindows(), openWindows()]);
  if (!open.some(({ id }) => old.includes(id))) await forgetCaches(names);
}

async function forgetCaches(names: readonly string[]): Promise<void> {
  for (const name of names) await caches.delete(name);
}
