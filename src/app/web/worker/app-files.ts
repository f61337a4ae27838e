/*
 * Caches scripts, styles and drawings. A version's files are cached together, and only a newer
 * version removes them, once it is active and no window from before is open.
 */

import { VERSION_HEADER } from '#rules/service-worker.ts';
import {
  build,
  cacheNames,
  type Lasting,
  olderFiles,
  olderPages,
  openWindows,
  readOldWindows,
  readScreenSets,
  rememberOldWindows,
  worker,
} from './worker-scope.ts';

const FILES_MAX = 500;

const known = new Set([...build.core, ...Object.values(build.screens).flat()]);
export const isAppFile = (path: string) =>
  path.startsWith('/assets/') || path.startsWith('/art/') || known.has(path);
/** A file with a hash in its name is the same in every version. */
const isHashed = (path: string) => path.startsWith('/assets/');

/**
 * The first version caches only the minimum; its screens follow with the next idle page. An update
 * caches all of its files before it is offered.
 */
export const installFiles = () =>
  worker.registration.active ? completeFiles() : keepFiles(build.core);

export async function completeFiles() {
  const sets = await readScreenSets();
  const ofRoles = sets.filter((set) => set !== 'everyone').flatMap((set) => build.screens[set]);
  // The public ones last, because they end with the drawings.
  await keepFiles([...build.core, ...ofRoles, ...(sets.length > 0 ? build.screens.everyone : [])]);
}

/** One after the other, so that the page has the network. */
export async function keepFiles(paths: string[]) {
  const files = await caches.open(cacheNames.app);
  for (const path of paths) {
    if (await files.match(path)) continue;
    const same = isHashed(path) ? await caches.match(path) : undefined;
    await files.put(path, same ?? (await fetchFile(path)));
  }
}

/** Throws if the file belongs to another version. */
async function fetchFile(path: string) {
  // Missing in some versions of TypeScript's library.
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
 * Shells contain the operator's settings, which change without a new version. Called at intervals.
 */
export async function renewFiles(paths: string[]) {
  const files = await caches.open(cacheNames.app);
  for (const path of paths) await files.put(path, await fetchFile(path));
}

export async function findFile(path: string): Promise<Response | undefined> {
  const files = await caches.open(cacheNames.app);
  // A window of another version requests that version's files. Names without a hash are the same in
  // all versions.
  return (await files.match(path)) ?? (isHashed(path) ? caches.match(path) : undefined);
}

export async function answerFile(request: Request, lasting: Lasting) {
  const { pathname } = new URL(request.url);
  const kept = await findFile(pathname);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.type === 'basic' && !response.redirected)
    lasting(keepFile(pathname, response.clone()));
  return response;
}

async function keepFile(path: string, response: Response) {
  const files = await caches.open(cacheNames.app);
  if ((await files.keys()).length < FILES_MAX) await files.put(path, response);
}

/** Cached pages of older versions refer to files that will be deleted. */
export async function forgetOlderVersions() {
  await rememberOldWindows((await openWindows()).map(({ id }) => id));
  await forgetCaches(await olderPages());
  await forgetOlderFiles();
}

/** Unless a window that was loaded with one is still open. */
export async function forgetOlderFiles() {
  const [old, open] = await Promise.all([readOldWindows(), openWindows()]);
  if (!open.some(({ id }) => old.includes(id))) await forgetCaches(await olderFiles());
}

const forgetCaches = (names: string[]) => Promise.all(names.map((name) => caches.delete(name)));
