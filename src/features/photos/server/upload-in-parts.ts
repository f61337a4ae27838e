/*
 * The connection may break at any byte (docs/decisions/0129). One transaction records a piece's
 * file and advances the offset, but only if the offset is still the start of that piece. So of two
 * requests with the same piece only one counts, and a process may die at any point.
 */

import { OPEN_UPLOAD_SECONDS, OPEN_UPLOADS_MAX } from '#photos/rules/limits.ts';
import { type PhotoRead, photoRead } from '#photos/rules/photo.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import { judgeTakenAt } from '#platform/rules/fields.ts';
import { IDEMPOTENCY_KEY_SECONDS, PHOTO_FILE_MAX_BYTES } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { storeWithRoom } from './byte-ledger.ts';
import {
  deletePieces,
  PieceMissing,
  readPieces,
  removeUploads,
  writePiece,
} from './parts/pieces.ts';
import {
  advanceUpload,
  countOpenUploads,
  deleteParts,
  deleteUploads,
  findPhoto,
  findUpload,
  findUploadOfKey,
  finishUploadRow,
  insertUpload,
  lockUnfinishedUpload,
  lockUploads,
  type OwnUpload,
  putPart,
  type UploadRow,
} from './parts/queries.ts';
import { storePhotos } from './store-photos.ts';

type Services = Parameters<typeof storePhotos>[1];
type PhotoServices = Pick<Services, 'clock' | 'photoStore' | 'log'>;
type NewUpload = {
  farmerId: number;
  idempotencyKey?: string | undefined;
  lengthBytes: number;
  fileName: string;
  contentType: string;
  takenAt?: string | undefined;
};

/** Sending the last byte again would change nothing, so the parts are deleted. */
const REFUSED: ErrorCode[] = [
  'PHOTO_TYPE_REFUSED',
  'PHOTO_HEIC',
  'PHOTO_BROKEN',
  'PHOTO_TOO_MANY_PIXELS',
];

/** Another request made the photo meanwhile. */
class FinishedMeanwhile extends Error {}

/** Returns the upload that was begun with the same key, if any. */
export async function beginUpload(
  db: Database,
  { farmerId, idempotencyKey, takenAt, ...file }: NewUpload,
  services: PhotoServices,
): Promise<{ upload: UploadRow; isNew: boolean }> {
  if (file.lengthBytes > PHOTO_FILE_MAX_BYTES)
    throw new AppError('PHOTO_TOO_LARGE', { field: 'photos' });
  await services.photoStore.requireRoom();
  let expired: string[] = [];
  const begin = async (tx: Database) => {
    const now = services.clock();
    await lockUploads(tx, farmerId);
    const found =
      idempotencyKey === undefined ? null : await findUploadOfKey(tx, { farmerId, idempotencyKey });
    if (found && found.expiresAt > now) {
      const isSame = found.lengthBytes === file.lengthBytes && found.fileName === file.fileName;
      if (!isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      return { upload: found, isNew: false };
    }
    expired = found ? await deleteUploads(tx, [found]) : [];
    if ((await countOpenUploads(tx, farmerId, now)) >= OPEN_UPLOADS_MAX)
      throw new AppError('TOO_MANY_UPLOADS', { field: 'photos' });
    await services.photoStore.claim(tx, { ownerId: farmerId, bytes: file.lengthBytes });
    const upload = await insertUpload(tx, {
      ...file,
      ...judgeTakenAt(takenAt, now),
      farmerId,
      idempotencyKey: idempotencyKey ?? null,
      createdAt: now,
      expiresAt: secondsAfter(now, OPEN_UPLOAD_SECONDS),
    });
    return { upload, isNew: true };
  };
  const begun = await storeWithRoom(db, { farmerId, ...services }, () => db.transaction(begin));
  await deletePieces(expired, services);
  return begun;
}

export async function getUpload(
  db: Database,
  own: OwnUpload,
  { clock }: { clock: Clock },
): Promise<UploadRow> {
  const upload = await findUpload(db, own, clock());
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  return upload;
}

export async function storePiece(
  db: Database,
  { offset, bytes, ...own }: OwnUpload & { offset: number; bytes: Buffer },
  services: PhotoServices,
): Promise<number> {
  const { uploadId } = own;
  const piece = await writePiece(db, { uploadId, offset, bytes }, services).catch(
    async (error: unknown) => {
      if (!(error instanceof PieceMissing)) throw error;
      const upload = await getUpload(db, own, services);
      if (upload.receivedBytes === offset) await removeUnfinished(db, uploadId, services);
      throw new AppError('UPLOAD_OFFSET_WRONG');
    },
  );
  const { startByte, storageKey, replaces } = piece;
  const isNext = await db.transaction(async (tx) => {
    const expiresAt = secondsAfter(services.clock(), OPEN_UPLOAD_SECONDS);
    if (!(await advanceUpload(tx, { ...own, offset, length: bytes.length, expiresAt })))
      return false;
    await putPart(tx, { uploadId, startByte, storageKey });
    return true;
  });
  if (!isNext) {
    await deletePieces([storageKey], services);
    throw new AppError('UPLOAD_OFFSET_WRONG');
  }
  if (replaces !== null) await deletePieces([replaces], services);
  return offset + bytes.length;
}

/** The key then begins a new upload. */
const removeUnfinished = (db: Database, uploadId: number, services: PhotoServices) =>
  removeUploads(db, (tx) => lockUnfinishedUpload(tx, uploadId), services);

/** Repeated calls return the same photo. */
export async function finishUpload(
  db: Database,
  own: OwnUpload,
  services: PhotoServices,
): Promise<PhotoRead> {
  const upload = await getUpload(db, own, services);
  if (upload.photoId !== null) return readPhotoOf(db, upload.photoId);
  const { takenAt, isTakenAtDoubtful } = upload;
  const file = {
    takenAt,
    isTakenAtDoubtful,
    read: () => readPieces(db, upload, services),
  };
  try {
    return await storePhotos(
      db,
      { farmerId: own.farmerId, files: [file], ...services },
      async ([photo]) => {
        if (!photo) throw new Error('A photo was stored and did not come back');
        await claim(db, { ...own, photoId: photo.id }, services);
        return photo;
      },
    );
  } catch (error) {
    if (error instanceof AppError && REFUSED.includes(error.code))
      await removeUnfinished(db, upload.id, services);
    if (!(error instanceof FinishedMeanwhile || error instanceof PieceMissing)) throw error;
  }
  const finished = await getUpload(db, own, services);
  if (finished.photoId !== null) return readPhotoOf(db, finished.photoId);
  await removeUnfinished(db, upload.id, services);
  throw new AppError('UPLOAD_NOT_FOUND');
}

async function claim(db: Database, own: OwnUpload & { photoId: number }, services: PhotoServices) {
  const storageKeys = await db.transaction(async (tx) => {
    const expiresAt = secondsAfter(services.clock(), IDEMPOTENCY_KEY_SECONDS);
    return (await finishUploadRow(tx, { ...own, expiresAt }))
      ? deleteParts(tx, [own.uploadId])
      : null;
  });
  if (!storageKeys) throw new FinishedMeanwhile();
  await deletePieces(storageKeys, services);
}

async function readPhotoOf(db: Database, photoId: number): Promise<PhotoRead> {
  const photo = await findPhoto(db, photoId);
  if (!photo) throw new AppError('UPLOAD_NOT_FOUND');
  return photoRead(photo);
}
