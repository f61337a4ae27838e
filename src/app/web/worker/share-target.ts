import {
  OFFERED_PHOTOS,
  OFFERED_PHOTOS_MAX,
  PHOTO_NAME_HEADER,
  SHARED_PHOTOS,
  SHARED_PHOTOS_MAX,
  sharedPhotoPath,
} from '#platform/rules/service-worker.ts';
import { worker } from './worker-scope.ts';

/*
 * A farmer's next new product offers photos that another application shared
 * (features/products/web/own/shared-photos.ts); no login is needed yet. Other applications and
 * other sites without a referrer look the same, so their photos are added and replace nothing.
 */

const SEE_OTHER = 303;
const PHOTOS = 'photos';

/** A form of another site usually has a referrer, another application has none. */
export const isShare = ({ referrer }: Request): boolean =>
  !URL.canParse(referrer) ||
  !referrer.startsWith('http') ||
  new URL(referrer).origin === worker.location.origin;

export async function answerShare(request: Request): Promise<Response> {
  const isKept = await keepShared(request).catch(() => false);
  return Response.redirect(`/start?to=${isKept ? 'share' : 'share-lost'}`, SEE_OTHER);
}

const isFromOurPage = ({ referrer }: Request) =>
  URL.canParse(referrer) && new URL(referrer).origin === worker.location.origin;

async function keepShared(request: Request): Promise<boolean> {
  const isOwn = isFromOurPage(request);
  const store = isOwn ? SHARED_PHOTOS : OFFERED_PHOTOS;
  const shared = (await request.formData()).getAll(PHOTOS);
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
