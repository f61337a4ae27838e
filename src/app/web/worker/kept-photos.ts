import { PHOTO_SIZES_PIXELS } from '#features/photos/rules/limits.ts';
import { WANTED_PHOTO } from '#platform/rules/service-worker.ts';
import { cacheNames } from './worker-scope.ts';
import { readPictureChoice } from './worker-state.ts';

/*
 * The photos of products and farms that were seen, the newest of them. These addresses are public
 * and never change (app/server/rest/photos.ts); photos of messages, voice notes, disputes and
 * unpublished originals are under /api, which the worker never touches.
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
 * Photos have the sizes of PHOTO_SIZES_PIXELS, the smallest always, at addresses that end in the
 * size.
 */
const smallest = (address: string) =>
  address.replace(/-\d+(?=\.(?:webp|jpg)$)/, `-${PHOTO_SIZES_PIXELS[0]}`);

/**
 * The device's own setting, or a line on which a photo takes most of a minute. Apple's and
 * Mozilla's browsers cannot tell.
 */
function savesData(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /^(slow-)?2g$/.test(connection?.effectiveType ?? '');
}

/** Nothing, so that the photo's own colour is seen in its place. */
const leftOut = () =>
  new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' },
  });

/**
 * Keeps photos that a page has loaded before the worker looked after it. The browser still has
 * them.
 */
export async function keepLoadedPhotos(paths: string[]): Promise<void> {
  const photos = await caches.open(cacheNames.photos);
  for (const path of paths.filter(isPhoto)) {
    if (await photos.match(path)) continue;
    const response = await fetch(path, { cache: 'force-cache' });
    if (isKeepable(response)) await keep(path, response);
  }
}

/** Not one that is still being prepared, for instance. */
const isKeepable = (response: Response) =>
  response.status === 200 && response.type === 'basic' && !response.redirected;

async function keep(address: string, response: Response): Promise<void> {
  const photos = await caches.open(cacheNames.photos);
  await photos.put(address, response);
  const all = await photos.keys();
  // In the order in which they came.
  for (const oldest of all.slice(0, Math.max(0, all.length - PHOTOS_MAX)))
    await photos.delete(oldest);
}
