import { WAITING_PHOTO_TURN_MILLISECONDS } from '#photos/rules/limits.ts';
import { originalFileName } from '#photos/rules/photo.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { clientOfPerson } from '#platform/server/heavy-work.ts';
import { withDecoder } from './decode-pictures.ts';
import type { PhotoStore } from './photo-store.ts';
import { putMissing } from './pictures/store-photo.ts';
import { deleteUnneededFiles } from './storage/delete-unneeded-files.ts';
import {
  findPhotoContent,
  isContentWaiting,
  updateWaitingPhoto,
} from './storage/waiting-queries.ts';

type Services = { photoStore: PhotoStore };

/** Can be repeated. While the store is down it throws, and the photo stays waiting. */
export async function encodeWaitingPhoto(
  db: Database,
  { photoId }: { photoId: number },
  { photoStore }: Services,
) {
  const photo = await findPhotoContent(db, photoId);
  if (!photo) return;
  if (photo.state === 'waiting') await encodeOriginal(db, { photoId, ...photo }, { photoStore });
  // The account may have been deleted meanwhile.
  await deleteUnneededFiles(db, photo.contentHash, photoStore);
}

type Waiting = { photoId: number; farmerId: number; contentHash: string };

async function encodeOriginal(
  db: Database,
  { photoId, farmerId, contentHash }: Waiting,
  { photoStore }: Services,
) {
  const original = await photoStore.get(originalFileName(contentHash));
  if (!original) throw new Error(`The store has no original of photo ${photoId}`);
  const encoded = await withDecoder(
    clientOfPerson(farmerId),
    (decoder) => decoder.encode(original.bytes),
    { waitMilliseconds: WAITING_PHOTO_TURN_MILLISECONDS },
  ).catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  if (!encoded) return updateWaitingPhoto(db, photoId, UNREADABLE);
  const { files, colour, widthPixels, heightPixels } = encoded;
  await putMissing(photoStore, { contentHash, files });
  await updateWaitingPhoto(db, photoId, {
    state: 'ready',
    colour,
    widthPixels,
    heightPixels,
    storedBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
  });
}

const isRefusal = (error: unknown) =>
  error instanceof AppError && ['PHOTO_BROKEN', 'PHOTO_TOO_MANY_PIXELS'].includes(error.code);

const UNREADABLE = { state: 'unreadable', storedBytes: 0 } as const;

export const isBeingPrepared = (db: Database, contentHash: string) =>
  isContentWaiting(db, contentHash);
