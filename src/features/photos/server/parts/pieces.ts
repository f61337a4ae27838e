/*
 * Pieces are files of the photo store, named by rows of upload_parts. The file is written before
 * the row and the new offset, so a process that dies in between has acknowledged nothing. The sweep
 * deletes the file it leaves behind.
 */
import { randomUUID } from 'node:crypto';
import { uploadPieceName } from '#photos/rules/photo.ts';
import { UPLOAD_PIECE_BYTES } from '#platform/rules/limits.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { PhotoStore } from '../photo-store.ts';
import { deleteUploads, findLastPart, listParts, type PartRow } from './queries.ts';

type Files = { photoStore: PhotoStore; log: Logger };

const PARTS_PER_READ = 16;

/** Another request replaced the file or finished the upload, or the file is lost. */
export class PieceMissing extends Error {}

/** `replaces` is the shorter file that this one contains. */
type WrittenPiece = { startByte: number; storageKey: string; replaces: string | null };

/**
 * A short last part is joined with the new bytes. Otherwise a client that sends byte by byte would
 * fill the disk with files of one block each.
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

async function readPart({ storageKey }: PartRow, store: PhotoStore): Promise<Buffer> {
  const file = await store.get(storageKey);
  if (!file) throw new PieceMissing();
  return Buffer.from(file.bytes);
}

/** Never throws, because the rows are already deleted. */
export async function deletePieces(storageKeys: string[], { photoStore, log }: Files) {
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
