import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import { PHOTO_FILE_MAX_BYTES, UPLOAD_PIECE_BYTES } from '#rules/limits.ts';
import { firstRow, hasRows, pick } from '#server/database.ts';
import { uploadParts, uploads } from './tables.ts';

const columns = pick(
  uploads,
  'id fileName takenAt isTakenAtDoubtful lengthBytes receivedBytes photoId expiresAt',
);

export type OwnUpload = { farmerId: number; uploadId: number };
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

const isOwn = ({ farmerId, uploadId }: OwnUpload) =>
  and(eq(uploads.id, uploadId), eq(uploads.farmerId, farmerId));

/** A farmer begins one upload at a time. */
export async function lockUploads(db: Database, farmerId: number) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${farmerId}::int)`);
}

export const findUpload = (db: Database, own: OwnUpload, now: Date) =>
  firstRow(
    db
      .select(columns)
      .from(uploads)
      .where(and(isOwn(own), gt(uploads.expiresAt, now))),
  );

export const findUploadOfKey = (
  db: Database,
  { farmerId, idempotencyKey }: { farmerId: number; idempotencyKey: string },
) =>
  firstRow(
    db
      .select(columns)
      .from(uploads)
      .where(and(eq(uploads.farmerId, farmerId), eq(uploads.idempotencyKey, idempotencyKey))),
  );

export const countOpenUploads = (db: Database, farmerId: number, now: Date) =>
  db.$count(
    uploads,
    and(eq(uploads.farmerId, farmerId), isNull(uploads.photoId), gt(uploads.expiresAt, now)),
  );

export async function insertUpload(db: Database, upload: typeof uploads.$inferInsert) {
  const [row] = await db.insert(uploads).values(upload).returning(columns);
  if (!row) throw new Error('An upload was inserted and did not come back');
  return row;
}

type Advance = OwnUpload & { offset: number; length: number; expiresAt: Date };

/** Returns false if other bytes were stored meanwhile. */
export const advanceUpload = (tx: Database, { offset, length, expiresAt, ...own }: Advance) =>
  hasRows(
    tx
      .update(uploads)
      .set({ receivedBytes: offset + length, expiresAt })
      .where(and(isOwn(own), eq(uploads.receivedBytes, offset)))
      .returning({ id: uploads.id }),
  );

/** A longer file replaces the part that began at the same byte. */
export async function putPart(
  tx: Database,
  part: { uploadId: number; startByte: number; storageKey: string },
) {
  const { storageKey } = part;
  await tx
    .insert(uploadParts)
    .values(part)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.startByte],
      set: { storageKey },
    });
}

export type PartRow = Awaited<ReturnType<typeof listParts>>[number];

const partColumns = {
  startByte: uploadParts.startByte,
  storageKey: sql<string>`${uploadParts.storageKey}`,
};

/** All but the last have at least the size of a piece. */
const PARTS_MAX = Math.ceil(PHOTO_FILE_MAX_BYTES / UPLOAD_PIECE_BYTES) + 1;

export const listParts = (db: Database, uploadId: number) =>
  db
    .select(partColumns)
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.startByte))
    .limit(PARTS_MAX);

export const findLastPart = (db: Database, uploadId: number) =>
  firstRow(
    db
      .select(partColumns)
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId))
      .orderBy(desc(uploadParts.startByte))
      .limit(1),
  );

/** Returns false if another request has recorded a photo. */
export const finishUploadRow = (
  tx: Database,
  { photoId, expiresAt, ...own }: OwnUpload & { photoId: number; expiresAt: Date },
) =>
  hasRows(
    tx
      .update(uploads)
      .set({ photoId, expiresAt })
      .where(and(isOwn(own), isNull(uploads.photoId)))
      .returning({ id: uploads.id }),
  );

/** Returns the parts' files. */
export async function deleteUploads(tx: Database, locked: { id: number }[]) {
  const uploadIds = locked.map(({ id }) => id);
  const storageKeys = await deleteParts(tx, uploadIds);
  if (uploadIds.length > 0) await tx.delete(uploads).where(inArray(uploads.id, uploadIds));
  return storageKeys;
}

/** Returns the parts' files. */
export async function deleteParts(tx: Database, uploadIds: number[]) {
  if (uploadIds.length === 0) return [];
  const rows = await tx
    .delete(uploadParts)
    .where(inArray(uploadParts.uploadId, uploadIds))
    .returning({ storageKey: uploadParts.storageKey });
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}

export const lockExpiredUploads = (tx: Database, { now, limit }: { now: Date; limit: number }) =>
  tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(lte(uploads.expiresAt, now))
    .orderBy(asc(uploads.expiresAt), asc(uploads.id))
    .limit(limit)
    .for('update', { skipLocked: true });

export const lockUnfinishedUpload = (tx: Database, uploadId: number) =>
  tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), isNull(uploads.photoId)))
    .for('update');

export const lockUploadsOf = (tx: Database, farmerId: number) =>
  tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(eq(uploads.farmerId, farmerId))
    .orderBy(asc(uploads.id))
    .for('update');

export async function listUnfinished(db: Database, uploadIds: number[]) {
  if (uploadIds.length === 0) return [];
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(inArray(uploads.id, uploadIds), isNull(uploads.photoId)));
  return rows.map(({ id }) => id);
}
