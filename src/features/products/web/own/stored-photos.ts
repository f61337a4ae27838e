/*
 * Photos on the device for the form of a product. Those of a draft survive a reload or an empty
 * battery in the user's offline database, which logging out deletes. Photos that reach the service
 * worker from a form on our pages or from another application are kept by it for an hour, until a
 * form takes them.
 */

import {
  OFFERED_PHOTOS,
  PHOTO_NAME_HEADER,
  SHARED_PHOTOS,
  sharedPhotoTime,
} from '#rules/service-worker.ts';
import { withQueue } from '#web/offline/database.ts';
import { readUser } from '#web/session.ts';

export type DraftPhoto = {
  key: string;
  /** ISO 8601, by the server's clock; empty if unknown, as for a photo from another app. */
  takenAt: string;
  file: File;
};

const SEPARATOR = '|';
const nameOf = (draft: string, { key, takenAt }: Pick<DraftPhoto, 'key' | 'takenAt'>) =>
  [draft, takenAt, key].join(SEPARATOR);
const rangeOf = (draft: string) =>
  IDBKeyRange.bound(`${draft}${SEPARATOR}`, `${draft}${SEPARATOR}\uffff`);

export async function keepDraftPhotos(draft: string, photos: readonly DraftPhoto[]) {
  const user = readUser();
  if (!user) return false;
  try {
    const stored = await Promise.all(
      photos.map(async (photo) => ({
        name: nameOf(draft, photo),
        files: [
          { name: photo.file.name, type: photo.file.type, bytes: await photo.file.arrayBuffer() },
        ],
      })),
    );
    await withQueue(user.id, async (database) => {
      const writing = database.transaction('files', 'readwrite', { durability: 'strict' });
      for (const { name, files } of stored) void writing.store.put(files, name);
      await writing.done;
    });
    return true;
  } catch {
    return false;
  }
}

export async function readDraftPhotos(draft: string): Promise<DraftPhoto[]> {
  const user = readUser();
  if (!user) return [];
  return withQueue(user.id, async (database) => {
    const names = await database.getAllKeys('files', rangeOf(draft));
    const photos = await Promise.all(
      names.map(async (name) => {
        const [, takenAt = '', key = ''] = name.split(SEPARATOR);
        const [stored] = (await database.get('files', name)) ?? [];
        return stored
          ? [{ key, takenAt, file: new File([stored.bytes], stored.name, { type: stored.type }) }]
          : [];
      }),
    );
    return photos.flat();
  }).catch(() => []);
}

export async function forgetDraftPhotos(
  draft: string,
  photo?: Pick<DraftPhoto, 'key' | 'takenAt'>,
) {
  const user = readUser();
  if (!user) return;
  await withQueue(user.id, (database) =>
    database.delete('files', photo ? nameOf(draft, photo) : rangeOf(draft)),
  ).catch(() => {});
}

/** Later someone else may be using the phone. */
const KEPT_MILLISECONDS = 60 * 60 * 1000;

/** Photos chosen on one of our pages. Each is taken once. */
export const takeSharedPhotos = () => takePhotos(SHARED_PHOTOS);

/** Photos that another application shared, once the user has accepted them. */
export const takeOfferedPhotos = () => takePhotos(OFFERED_PHOTOS);

export const discardOfferedPhotos = () => caches.delete(OFFERED_PHOTOS);

export async function countOfferedPhotos() {
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
