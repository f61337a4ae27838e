import {
  OFFERED_PHOTOS,
  PHOTO_NAME_HEADER,
  SHARED_PHOTOS,
  sharedPhotoTime,
} from '#platform/rules/service-worker.ts';

/** Later someone else may be using the phone. */
const KEPT_MILLISECONDS = 60 * 60 * 1000;

/**
 * From our own pages. The service worker keeps them until the next new product; they are handed
 * over once.
 */
export const takeSharedPhotos = () => takePhotos(SHARED_PHOTOS);

/** From other sources, after the user has accepted them. */
export const takeOfferedPhotos = () => takePhotos(OFFERED_PHOTOS);

export const discardOfferedPhotos = () => caches.delete(OFFERED_PHOTOS);

export async function countOfferedPhotos(): Promise<number> {
  const photos = (await openStore(OFFERED_PHOTOS))?.keys() ?? [];
  return (await photos).filter(isFresh).length;
}

const openStore = async (store: string) =>
  'caches' in window && (await caches.has(store)) ? caches.open(store) : null;

const isFresh = ({ url }: Request) =>
  Math.abs(Date.now() - sharedPhotoTime(new URL(url).pathname)) < KEPT_MILLISECONDS;

async function takePhotos(store: string): Promise<File[]> {
  const kept = await openStore(store);
  const photos: File[] = [];
  for (const request of (await kept?.keys()) ?? []) {
    const photo = await kept?.match(request);
    // Only the tab that deletes the photo adds it.
    const isOurs = await kept?.delete(request);
    if (photo && isOurs && isFresh(request)) photos.push(await fileOf(photo));
  }
  return photos;
}

async function fileOf(photo: Response): Promise<File> {
  const name = decodeURIComponent(photo.headers.get(PHOTO_NAME_HEADER) ?? 'photo');
  return new File([await photo.blob()], name, { type: photo.headers.get('Content-Type') ?? '' });
}
