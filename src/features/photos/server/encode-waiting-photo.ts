import { originalFileName } from '#features/photos/rules/photo.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PhotoStore } from './photo-store.ts';
import { encodeLarge, putMissing } from './pictures/store-photo.ts';
import { deleteUnneededFiles } from './storage/delete-unneeded-files.ts';
import {
  beginEncoding,
  findPhotoContent,
  isContentWaiting,
  updateWaitingPhoto,
} from './storage/waiting-queries.ts';

/**
 * A picture is given up after it has crashed this many processes, so that it does not crash every
 * process in turn.
 */
const ENCODINGS_MAX = 3;

type Services = { photoStore: PhotoStore };

/**
 * Encodes a waiting original into our files and deletes the original. Handles an outbox message, so
 * one process at a time runs it, and another repeats it if that one dies. Repeating it is harmless.
 * @throws when the store is down; the photo stays waiting
 */
export async function encodeWaitingPhoto(
  db: Database,
  { photoId }: { photoId: number },
  { photoStore }: Services,
) {
  const photo = await findPhotoContent(db, photoId);
  if (!photo) return;
  if (photo.state === 'waiting') await encodeOriginal(db, { photoId, ...photo }, { photoStore });
  // Deletes everything if the account was deleted in the meantime.
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
  const encodingsBegun = (await beginEncoding(db, photoId)) ?? 0;
  if (encodingsBegun > ENCODINGS_MAX) return updateWaitingPhoto(db, photoId, UNREADABLE);
  try {
    const { files, colour, widthPixels, heightPixels } = await encodeLarge(
      farmerId,
      Buffer.from(original.bytes),
    );
    await putMissing(photoStore, { contentHash, files });
    const storedBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    await updateWaitingPhoto(db, photoId, {
      state: 'ready',
      colour,
      widthPixels,
      heightPixels,
      storedBytes,
    });
  } catch (error) {
    const isBroken = error instanceof AppError && error.code === 'PHOTO_BROKEN';
    await updateWaitingPhoto(db, photoId, isBroken ? UNREADABLE : { encodingsBegun: 0 });
    if (!isBroken) throw error;
  }
}

const UNREADABLE = { state: 'unreadable', storedBytes: 0 } as const;

/** Whether a file that is missing from the store is still being encoded. */
export const isBeingPrepared = (db: Database, contentHash: string) =>
  isContentWaiting(db, contentHash);
