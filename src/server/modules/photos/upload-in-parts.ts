/*
 * A photo that comes in parts, because the line may break at any byte (docs/decisions/0115). Every piece is stored in one transaction with
 * the new offset, and only where the offset still is the piece's own beginning: so of two requests that bring the same piece one counts,
 * a process may die at any point, and another may go on. The last byte makes a photo of it, in the way of any other upload.
 */
import { AppError } from '#server/app-error.ts';
import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { ErrorCode } from '#shared/errors.ts';
import {
  IDEMPOTENCY_KEY_SECONDS,
  OPEN_UPLOAD_SECONDS,
  OPEN_UPLOADS_MAX,
  OPEN_UPLOADS_MAX_BYTES,
  PHOTO_FILE_MAX_BYTES,
} from '#shared/limits.ts';
import { type PhotoRead, photoRead } from '#shared/products/photo.ts';
import { judgeTakenAt } from '#shared/taken-at.ts';
import {
  advanceUpload,
  deleteParts,
  deleteUpload,
  deleteUploadBefore,
  findPhoto,
  findUpload,
  findUploadOfKey,
  finishUploadRow,
  insertPart,
  insertUpload,
  listParts,
  lockUploads,
  type OwnUpload,
  sumOpenUploads,
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

/** What a picture is refused for: sending its last byte again would change nothing, so its parts are deleted. */
const REFUSED: ErrorCode[] = ['PHOTO_TYPE_REFUSED', 'PHOTO_HEIC', 'PHOTO_BROKEN', 'PHOTO_TOO_MANY_PIXELS'];
const PARTS_PER_READ = 16;

/** Another request has made the photo while this one encoded it; this one's is discarded. */
class FinishedMeanwhile extends Error {}

/**
 * Begins an upload, or finds the one that was begun with the same key.
 * @throws AppError PHOTO_TOO_LARGE, TOO_MANY_UPLOADS, IDEMPOTENCY_KEY_REUSED for a key that came with another length or name before
 */
export async function beginUpload(
  db: Database,
  { farmerId, idempotencyKey, takenAt, ...file }: NewUpload,
  { clock }: { clock: Clock },
): Promise<{ upload: UploadRow; isNew: boolean }> {
  if (file.lengthBytes > PHOTO_FILE_MAX_BYTES) throw new AppError('PHOTO_TOO_LARGE', { field: 'photos' });
  return db.transaction(async (tx) => {
    const now = clock();
    await lockUploads(tx, farmerId);
    const found = idempotencyKey === undefined ? null : await findUploadOfKey(tx, { farmerId, idempotencyKey });
    if (found && found.expiresAt > now) {
      const isSame = found.lengthBytes === file.lengthBytes && found.fileName === file.fileName;
      if (!isSame) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      return { upload: found, isNew: false };
    }
    if (found) await deleteUploadBefore(tx, found.id);
    const open = await sumOpenUploads(tx, farmerId, now);
    if (open.count >= OPEN_UPLOADS_MAX || open.bytes + file.lengthBytes > OPEN_UPLOADS_MAX_BYTES) {
      throw new AppError('TOO_MANY_UPLOADS', { field: 'photos' });
    }
    const upload = await insertUpload(tx, {
      ...file,
      ...judgeTakenAt(takenAt, now),
      farmerId,
      idempotencyKey: idempotencyKey ?? null,
      createdAt: now,
      expiresAt: secondsAfter(now, OPEN_UPLOAD_SECONDS),
    });
    return { upload, isNew: true };
  });
}

/** @throws AppError UPLOAD_NOT_FOUND when it isn't the farmer's, or is over */
export async function getUpload(db: Database, own: OwnUpload, { clock }: { clock: Clock }): Promise<UploadRow> {
  const upload = await findUpload(db, own, clock());
  if (!upload) throw new AppError('UPLOAD_NOT_FOUND');
  return upload;
}

/**
 * Stores the bytes that come next.
 * @returns the offset after them
 * @throws AppError UPLOAD_OFFSET_WRONG when others have come there meanwhile, or the upload is gone
 */
export async function storePiece(
  db: Database,
  { offset, bytes, ...own }: OwnUpload & { offset: number; bytes: Buffer },
  { clock }: { clock: Clock },
): Promise<number> {
  await db.transaction(async (tx) => {
    const expiresAt = secondsAfter(clock(), OPEN_UPLOAD_SECONDS);
    const isNext = await advanceUpload(tx, { ...own, offset, length: bytes.length, expiresAt });
    if (!isNext) throw new AppError('UPLOAD_OFFSET_WRONG');
    await insertPart(tx, { uploadId: own.uploadId, startByte: offset, bytes });
  });
  return offset + bytes.length;
}

/**
 * Makes a photo of an upload whose last byte has come. Asked again it answers the same photo.
 * @throws AppError as storePhoto does; a picture that is refused takes the upload with it. UPLOAD_NOT_FOUND
 */
export async function finishUpload(db: Database, own: OwnUpload, services: PhotoServices): Promise<PhotoRead> {
  const upload = await getUpload(db, own, services);
  if (upload.photoId !== null) return readPhotoOf(db, upload.photoId);
  const { fileName, contentType, takenAt, isTakenAtDoubtful } = upload;
  const file = { fileName, contentType, takenAt, isTakenAtDoubtful, read: () => readParts(db, upload) };
  try {
    return await storePhotos(db, { farmerId: own.farmerId, files: [file], ...services }, async ([photo]) => {
      if (!photo) throw new Error('A photo was stored and did not come back');
      await claim(db, { ...own, photoId: photo.id }, services.clock);
      return photo;
    });
  } catch (error) {
    if (error instanceof AppError && REFUSED.includes(error.code)) await deleteUpload(db, upload.id);
    if (!(error instanceof FinishedMeanwhile)) throw error;
  }
  const finished = await getUpload(db, own, services);
  if (finished.photoId === null) throw new AppError('UPLOAD_NOT_FOUND');
  return readPhotoOf(db, finished.photoId);
}

async function claim(db: Database, own: OwnUpload & { photoId: number }, clock: Clock) {
  const isFirst = await db.transaction(async (tx) => {
    const expiresAt = secondsAfter(clock(), IDEMPOTENCY_KEY_SECONDS);
    if (!(await finishUploadRow(tx, { ...own, expiresAt }))) return false;
    await deleteParts(tx, own.uploadId);
    return true;
  });
  if (!isFirst) throw new FinishedMeanwhile();
}

/** Some at a time, so that no statement holds the database for long. @throws AppError UPLOAD_NOT_FOUND when they were deleted meanwhile */
async function readParts(db: Database, { id: uploadId, lengthBytes }: UploadRow): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let from = 0;
  while (from < lengthBytes) {
    const parts = await listParts(db, { uploadId, from, limit: PARTS_PER_READ });
    for (const { startByte, bytes } of parts) {
      if (startByte !== from) throw new Error(`Upload ${uploadId} has a gap at byte ${from}`);
      pieces.push(bytes);
      from += bytes.length;
    }
    // Another request has finished it meanwhile, or its account is gone.
    if (parts.length === 0) throw new FinishedMeanwhile();
  }
  return Buffer.concat(pieces);
}

async function readPhotoOf(db: Database, photoId: number): Promise<PhotoRead> {
  const photo = await findPhoto(db, photoId);
  if (!photo) throw new AppError('UPLOAD_NOT_FOUND');
  return photoRead(photo);
}
