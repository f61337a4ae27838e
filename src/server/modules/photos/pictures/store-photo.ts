import { type PhotoStore, photoContentTypes } from '#server/adapters/photo-store.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '#server/log.ts';
import { discardPhotos } from '#server/modules/photos/storage/delete-unnamed-files.ts';
import { insertPhoto, lockContent } from '#server/modules/photos/storage/queries.ts';
import { makeRoomForUnused, refuseWhenFull } from '#server/modules/photos/storage/unused-photos.ts';
import type { UploadedFile } from '#server/modules/photos/uploaded-file.ts';
import { createTurns } from '#server/turns.ts';
import { type PhotoRead, photoFileName, photoRead } from '#shared/products/photo.ts';
import { countPixels, type EncodedPicture, encodePicture } from './encode-picture.ts';
import { recognizePicture } from './recognize-picture.ts';

// With three at once, five photos of 12 megapixels would take more than 300 MB. A hundred waiting take twenty seconds.
const inTurn = createTurns({ atOnce: 2, waitingMax: 100 });
/** A picture larger than this may need 150 MB by itself, so only one of them is encoded at a time. */
const LARGE_PIXELS = 16_000_000;
const inTurnIfLarge = createTurns({ atOnce: 1, waitingMax: 2 });

/**
 * Checks one uploaded picture and stores our own files of it, with a row that is not used yet.
 *
 * The row comes first, because the sweep deletes files without one. Files are named by their content; where the same picture is stored
 * already, only the row is new.
 * @throws AppError PHOTO_TYPE_REFUSED, PHOTO_HEIC, PHOTO_BROKEN, PHOTO_TOO_MANY_PIXELS, UNUSED_PHOTOS_FULL, DISK_FULL, UNAVAILABLE;
 * nothing is kept then
 */
export async function storePhoto(
  db: Database,
  { farmerId, file }: { farmerId: number; file: UploadedFile },
  { clock, photoStore, log }: { clock: Clock; photoStore: PhotoStore; log: Logger },
): Promise<PhotoRead> {
  await refuseWhenFull(db, farmerId);
  const { files, ...picture } = await inTurn(farmerId, () => encodeUpload(farmerId, file));
  const storedBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  await makeRoomForUnused(db, { farmerId, storedBytes }, { photoStore });
  const row = await db.transaction(async (tx) => {
    await refuseWhenFull(tx, farmerId, storedBytes);
    await lockContent(tx, picture.contentHash);
    return insertPhoto(tx, { farmerId, ...picture, storedBytes, createdAt: clock() });
  });
  try {
    await putMissing(photoStore, { ...picture, files });
  } catch (error) {
    await discardPhotos(db, { farmerId, photoIds: [row.id] }, { photoStore, log });
    throw error;
  }
  return photoRead(row);
}

/** Checks and encodes one picture when it is its owner's turn. @throws AppError PHOTO_TYPE_REFUSED, PHOTO_HEIC, PHOTO_BROKEN, PHOTO_TOO_MANY_PIXELS, UNAVAILABLE */
export const encodeInTurn = (ownerId: number, file: UploadedFile) => inTurn(ownerId, () => encodeUpload(ownerId, file));

async function encodeUpload(ownerId: number, file: UploadedFile): Promise<EncodedPicture> {
  const bytes = await file.read();
  const pixels = await countPixels(bytes, await recognizePicture(bytes, file));
  return pixels > LARGE_PIXELS ? inTurnIfLarge(ownerId, () => encodePicture(bytes)) : encodePicture(bytes);
}

async function putMissing(store: PhotoStore, { contentHash, files }: Pick<EncodedPicture, 'contentHash' | 'files'>) {
  for (const { size, format, bytes } of files) {
    const key = photoFileName(contentHash, size, format);
    if (await store.exists(key)) continue;
    await store.put(key, { bytes: new Uint8Array(bytes), contentType: photoContentTypes[format] });
  }
}
