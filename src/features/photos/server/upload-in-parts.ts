/*
 * The connection may break at any byte (docs/decisions/0129). Pieces are files of the photo store,
 * named by rows of upload_parts. The file is written first; one transaction then records it and
 * advances the offset, but only if the offset is still the start of that piece. So of two requests
 * with the same piece only one counts, and a process may die at any point. The sweep deletes the
 * file that it leaves behind.
 */

import { randomUUID } from 'node:crypto';
import { judgeTakenAt } from '#rules/fields.ts';
import {
  IDEMPOTENCY_KEY_SECONDS,
  PHOTO_FILE_MAX_BYTES,
  UPLOAD_PIECE_BYTES,
} from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  OPEN_UPLOAD_SECONDS,
  OPEN_UPLOADS_MAX,
  type PhotoRead,
  photoRead,
  uploadPieceName,
} from '../rules/photo.ts';
import { storeWithRoom } from './byte-ledger.ts';
import { findPhoto } from './photo-queries.ts';
import type { PhotoStore } from './photo-store.ts';
import { storePhotos } from './store-photos.ts';
import {
  advanceUpload,
  countOpenUploads,
  deleteParts,
  deleteUploads,
  findLastPart,
  findUpload,
  findUploadOfKey,
  finishUploadRow,
  insertUpload,
  listParts,
  lockUnfinishedUpload,
  lockUploads,
  lockUploadsOf,
  type OwnUpload,
  type PartRow,
  putPart,
  type UploadRow,
} from './upload-queries.ts';

type Files = { photoStore: PhotoStore; log: Logger };
type Services = Files & { clock: Clock };
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

/** Another request replaced the file or finished the upload, or the file is lost. */
class PieceMissing extends Error {}

/** Returns the upload that was begun with the same key, if any. */
export async function beginUpload(
  db: Database,
  { farmerId, idempotencyKey, takenAt, ...file }: NewUpload,
  services: Services,
) {
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
  services: Services,
) {
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

const removeUnfinished = (db: Database, uploadId: number, services: Services) =>
  removeUploads(db, (tx) => lockUnfinishedUpload(tx, uploadId), services);

/** Repeated calls return the same photo. */
export async function finishUpload(
  db: Database,
  own: OwnUpload,
  services: Services,
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

async function claim(db: Database, own: OwnUpload & { photoId: number }, services: Services) {
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

/** `replaces` is the shorter file that this one contains. */
type WrittenPiece = { startByte: number; storageKey: string; replaces: string | null };

/**
 * A short last part is joined with the new bytes. Otherwise a client that sends byte by byte would
 * fill the disk with files of one block each.
 */
async function writePiece(
  db: Database,
  { uploadId, offset, bytes }: { uploadId: number; offset: number; bytes: Buffer },
  { photoStore }: Files,
): Promise<WrittenPiece> {
  const last = offset > 0 ? await findLastPart(db, uploadId) : null;
  const short = last && offset - last.startByte < UPLOAD_PIECE_BYTES ? last : null;
  const whole = short ? [await readPart(short, photoStore), bytes] : [bytes];
  const storageKey = uploadPieceName(uploadId, randomUUID());
  await photoStore.put(storageKey, {
    bytes: new Uint8Array(Buffer.concat(whole)),
    contentType: 'application/octet-stream',
  });
  return { startByte: short?.startByte ?? offset, storageKey, replaces: short?.storageKey ?? null };
}

async function readPieces(
  db: Database,
  { id: uploadId, lengthBytes }: { id: number; lengthBytes: number },
  { photoStore }: Files,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const part of await listParts(db, uploadId)) {
    if (part.startByte !== from) throw new PieceMissing();
    const bytes = await readPart(part, photoStore);
    pieces.push(bytes);
    from += bytes.length;
  }
  if (from < lengthBytes) throw new PieceMissing();
  return Buffer.concat(pieces);
}

async function readPart({ storageKey }: PartRow, store: PhotoStore): Promise<Buffer> {
  const file = await store.get(storageKey);
  if (!file) throw new PieceMissing();
  return Buffer.from(file.bytes);
}

/** Never throws, because the rows are already deleted. */
async function deletePieces(storageKeys: string[], { photoStore, log }: Files) {
  try {
    for (const storageKey of storageKeys) await photoStore.delete(storageKey);
  } catch (error) {
    log.warn({ err: error }, 'pieces of an upload could not be deleted');
  }
}

export async function removeUploads(
  db: Database,
  lock: (tx: Database) => Promise<{ id: number }[]>,
  files: Files,
) {
  const storageKeys = await db.transaction(async (tx) => deleteUploads(tx, await lock(tx)));
  await deletePieces(storageKeys, files);
}

/** Returns a function that deletes the files; call it after the commit. */
export async function removeUploadsOf(tx: Database, farmerId: number, files: Files) {
  const storageKeys = await deleteUploads(tx, await lockUploadsOf(tx, farmerId));
  return () => deletePieces(storageKeys, files);
}
