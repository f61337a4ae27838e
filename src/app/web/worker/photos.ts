/*
 * The most recently seen photos of products and farms, whose addresses are public and never change.
 * All other photos are under /api, which the worker never handles. It also keeps photos that another
 * application shared, until the farmer's form takes them
 * (features/products/web/own/stored-photos.ts). Sharing needs no login.
 */

import { PHOTO_SIZES_PIXELS, photoFormats } from '#photos/rules/photo.ts';
import {
  OFFERED_PHOTOS,
  OFFERED_PHOTOS_MAX,
  PHOTO_NAME_HEADER,
  SHARED_PHOTOS,
  SHARED_PHOTOS_MAX,
  sharedPhotoPath,
  WANTED_PHOTO,
} from '#rules/service-worker.ts';
import { cacheNames, type Lasting, putNewest, readPictureChoice, worker } from './worker-scope.ts';

const PHOTOS_MAX = 150;

export const isPhoto = (path: string) => path.startsWith('/photos/');

export async function answerPhoto(request: Request, lasting: Lasting) {
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

async function fetchToKeep(address: string, lasting: Lasting) {
  const response = await fetch(address);
  lasting(keep(address, response.clone()));
  return response;
}

/** Always the smallest of PHOTO_SIZES_PIXELS; addresses end in the size. */
const smallest = (address: string) =>
  address.replace(
    new RegExp(`-\\d+(?=\\.(?:${photoFormats.join('|')})$)`),
    `-${PHOTO_SIZES_PIXELS[0]}`,
  );

/**
 * True as well on connections on which a photo takes most of a minute. Apple's and Mozilla's
 * browsers report neither.
 */
function savesData() {
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
export async function keepLoadedPhotos(paths: string[]) {
  const photos = await caches.open(cacheNames.photos);
  for (const path of paths.filter(isPhoto)) {
    if (await photos.match(path)) continue;
    await keep(path, await fetch(path, { cache: 'force-cache' }));
  }
}

/** Leaves out, for example, a photo that is still being processed. */
async function keep(address: string, response: Response) {
  const { status, type, redirected } = response;
  if (status === 200 && type === 'basic' && !redirected)
    await putNewest(cacheNames.photos, { address, response, max: PHOTOS_MAX });
}

const SEE_OTHER = 303;
const FIELD = 'photos';

/** A form of another site usually has a referrer, another application has none. */
export const isShare = ({ referrer }: Request) =>
  !URL.canParse(referrer) ||
  !referrer.startsWith('http') ||
  new URL(referrer).origin === worker.location.origin;

export async function answerShare(request: Request) {
  const isKept = await keepShared(request).catch(() => false);
  return Response.redirect(`/start?to=${isKept ? 'share' : 'share-lost'}`, SEE_OTHER);
}

const isFromOurPage = ({ referrer }: Request) =>
  URL.canParse(referrer) && new URL(referrer).origin === worker.location.origin;

async function keepShared(request: Request) {
  const isOwn = isFromOurPage(request);
  const store = isOwn ? SHARED_PHOTOS : OFFERED_PHOTOS;
  const shared = (await request.formData()).getAll(FIELD);
  const isPhoto = (one: FormDataEntryValue) => one instanceof File && one.type.startsWith('image/');
  const photos = shared.filter(isPhoto).slice(0, SHARED_PHOTOS_MAX) as File[];
  if (photos.length === 0) return false;
  // A new choice on our own page replaces the last one.
  if (isOwn) await caches.delete(store);
  const kept = await caches.open(store);
  if ((await kept.keys()).length + photos.length > OFFERED_PHOTOS_MAX) return false;
  const now = Date.now();
  for (const [place, photo] of photos.entries()) {
    const headers = {
      'Content-Type': photo.type,
      [PHOTO_NAME_HEADER]: encodeURIComponent(photo.name),
    };
    await kept.put(sharedPhotoPath(now, place), new Response(photo, { headers }));
  }
  return true;
}
