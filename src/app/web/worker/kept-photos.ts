import { PHOTO_SIZES_PIXELS } from '#features/photos/rules/limits.ts';
import { WANTED_PHOTO } from '#platform/rules/service-worker.ts';
import { cacheNames } from './worker-scope.ts';
import { readPictureChoice } from './worker-state.ts';

/*
 * Caches the most recently seen photos of products and farms. Their addresses are public and never
 * change (photos/server/api/photo-paths.ts). Photos of messages, voice notes, disputes and
 * unpublished originals are under /api, which the worker never handles.
 */

const PHOTOS_MAX = 150;

export const isPhoto = (path: string): boolean => path.startsWith('/photos/');

export async function answerPhoto(
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

/**
 * Photos exist in PHOTO_SIZES_PIXELS, always in the smallest size. Their addresses end in the size.
 */
const smallest = (address: string) =>
  address.replace(/-\d+(?=\.(?:webp|jpg)$)/, `-${PHOTO_SIZES_PIXELS[0]}`);

/**
 * The device's own data saver, or a connection on which a photo takes most of a minute. Apple's and
 * Mozilla's browsers don't report either.
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

/**
 * Caches photos that a page loaded before the worker controlled it. They come from the browser's
 * HTTP cache.
 */
export async function keepLoadedPhotos(paths: string[]): Promise<void> {
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
  // In insertion order.
  for (const oldest of all.slice(0, Math.max(0, all.length - PHOTOS_MAX)))
    await photos.delete(oldest);
}
