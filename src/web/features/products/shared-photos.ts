import { PHOTO_NAME_HEADER, SHARED_PHOTOS, sharedPhotoTime } from '#shared/service-worker.ts';

/** Later nobody waits for them, and somebody else may have the phone. */
const KEPT_MILLISECONDS = 60 * 60 * 1000;

/** Photos that another application has shared, which the service worker keeps until the next new product. They are given once. */
export async function takeSharedPhotos(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(SHARED_PHOTOS))) return [];
  const kept = await caches.open(SHARED_PHOTOS);
  const photos: File[] = [];
  for (const request of await kept.keys()) {
    const photo = await kept.match(request);
    // Whoever deletes it has it, so that two tabs do not both add it.
    const isOurs = await kept.delete(request);
    const age = Date.now() - sharedPhotoTime(new URL(request.url).pathname);
    if (photo && isOurs && Math.abs(age) < KEPT_MILLISECONDS) photos.push(await fileOf(photo));
  }
  return photos;
}

async function fileOf(photo: Response): Promise<File> {
  const name = decodeURIComponent(photo.headers.get(PHOTO_NAME_HEADER) ?? 'photo');
  return new File([await photo.blob()], name, { type: photo.headers.get('Content-Type') ?? '' });
}
