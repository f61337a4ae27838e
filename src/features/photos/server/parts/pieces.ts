/*
 * The bytes of uploads that are not finished: files of the photo store, which rows of upload_parts
 * name. The file comes first and the row with the new offset afterwards, so a process that dies in
 * between has acknowledged nothing. The file that it leaves is deleted by the sweep once its upload
 * is over.
 */
import { randomUUID } from 'node:crypto';
import { uploadPieceName } from '#features/photos/rules/photo.ts';
import { UPLOAD_PIECE_BYTES } from '#platform/rules/limits.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { PhotoStore } from '../photo-store.ts';
import { deleteUploads } from './delete-queries.ts';
import { findLastPart, listParts, type PartRow } from './queries.ts';

type Files = { photoStore: PhotoStore; log: Logger };

const PARTS_PER_READ = 16;

/**
 * A file that a row names is not in the store: another request has replaced it or finished the
 * upload, or it is lost.
 */
export class PieceMissing extends Error {}

/**
 * A part whose file is stored and which no row names yet. `replaces`: the file of which this one is
 * the longer copy.
 */
type WrittenPiece = { startByte: number; storageKey: string; replaces: string | null };

/**
 * Stores bytes that begin at the end of what has come. A last part that is shorter than a piece
 * becomes one file with them: otherwise a client that sends byte by byte would fill the disk with
 * files of a block each.
 * @throws PieceMissing, AppError DISK_FULL, UNAVAILABLE
 */
export async function writePiece(
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

/** All bytes of an upload. @throws PieceMissing */
export async function readPieces(
  db: Database,
  { id: uploadId, lengthBytes }: { id: number; lengthBytes: number },
  { photoStore }: Files,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let from = 0;
  while (from < lengthBytes) {
    const parts = await listParts(db, { uploadId, from, limit: PARTS_PER_READ });
    if (parts.length === 0) throw new PieceMissing();
    for (const part of parts) {
      if (part.startByte !== from) throw new PieceMissing();
      const bytes = await readPart(part, photoStore);
      pieces.push(bytes);
      from += bytes.length;
    }
  }
  return Buffer.concat(pieces);
}

/** An upload that an earlier version began has its first parts in the database. */
async function readPart({ storageKey, base64 }: PartRow, store: PhotoStore): Promise<Buffer> {
  if (storageKey === null) return Buffer.from(base64 ?? '', 'base64');
  const file = await store.get(storageKey);
  if (!file) throw new PieceMissing();
  return Buffer.from(file.bytes);
}

/** Never throws, because the rows are gone already; the sweep deletes what is left. */
export async function deletePieces(storageKeys: string[], { photoStore, log }: Files) {
  try {
    for (const storageKey of storageKeys) await photoStore.delete(storageKey);
  } catch (error) {
    log.warn({ err: error }, 'pieces of an upload could not be deleted');
  }
}

/** Deletes the uploads that `lock` finds and locks, with their files. */
export async function removeUploads(
  db: Database,
  lock: (tx: Database) => Promise<{ id: number }[]>,
  files: Files,
) {
  const storageKeys = await db.transaction(async (tx) => deleteUploads(tx, await lock(tx)));
  await deletePieces(storageKeys, files);
}
