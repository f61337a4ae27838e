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
 * A picture that this many processes have died of is given up, so that it doesn't end one after the
 * other.
 */
const ENCODINGS_MAX = 3;

type Services = { photoStore: PhotoStore };

/**
 * Makes our files of an original that waits, and deletes the original. Handles a message of the
 * outbox, so it is done by one process at a time, and again if that one dies; what was done before
 * does no harm.
 * @throws when the store is away: the photo goes on waiting
 */
export async function encodeWaitingPhoto(
  db: Database,
  { photoId }: { photoId: number },
  { photoStore }: Services,
) {
  const photo = await findPhotoContent(db, photoId);
  if (!photo) return;
  if (photo.state === 'waiting') await encodeOriginal(db, { photoId, ...photo }, { photoStore });
  // Of an account that was deleted meanwhile this deletes everything.
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

/** Whether a file that the store doesn't have will be there in a moment. */
export const isBeingPrepared = (db: Database, contentHash: string) =>
  isContentWaiting(db, contentHash);
