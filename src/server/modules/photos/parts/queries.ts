import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { photos } from '#server/db/schema/products.ts';
import { uploadParts, uploads } from '#server/db/schema/uploads.ts';

const columns = {
  id: uploads.id,
  fileName: uploads.fileName,
  contentType: uploads.contentType,
  takenAt: uploads.takenAt,
  isTakenAtDoubtful: uploads.isTakenAtDoubtful,
  lengthBytes: uploads.lengthBytes,
  receivedBytes: uploads.receivedBytes,
  photoId: uploads.photoId,
  expiresAt: uploads.expiresAt,
};

export type OwnUpload = { farmerId: number; uploadId: number };
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

const isOwn = ({ farmerId, uploadId }: OwnUpload) => and(eq(uploads.id, uploadId), eq(uploads.farmerId, farmerId));

/** Locks a farmer's uploads until the transaction ends: no other request begins one. */
export async function lockUploads(db: Database, farmerId: number) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('uploads'), ${farmerId}::int)`);
}

/** One of the farmer's own that is not over. By primary key. */
export async function findUpload(db: Database, own: OwnUpload, now: Date) {
  const [row] = await db
    .select(columns)
    .from(uploads)
    .where(and(isOwn(own), gt(uploads.expiresAt, now)));
  return row ?? null;
}

/** By uploads_key. */
export async function findUploadOfKey(db: Database, { farmerId, idempotencyKey }: { farmerId: number; idempotencyKey: string }) {
  const [row] = await db
    .select(columns)
    .from(uploads)
    .where(and(eq(uploads.farmerId, farmerId), eq(uploads.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

/** How many of a farmer's uploads are not finished, and how long they will be together. By uploads_open. */
export async function sumOpenUploads(db: Database, farmerId: number, now: Date) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${uploads.lengthBytes}), 0)::float8`.mapWith(Number),
    })
    .from(uploads)
    .where(and(eq(uploads.farmerId, farmerId), isNull(uploads.photoId), gt(uploads.expiresAt, now)));
  return row ?? { count: 0, bytes: 0 };
}

export async function insertUpload(db: Database, upload: typeof uploads.$inferInsert) {
  const [row] = await db.insert(uploads).values(upload).returning(columns);
  if (!row) throw new Error('An upload was inserted and did not come back');
  return row;
}

type Advance = OwnUpload & { offset: number; length: number; expiresAt: Date };

/** Moves the offset on, if it still is where the part begins. @returns whether it was */
export async function advanceUpload(tx: Database, { offset, length, expiresAt, ...own }: Advance): Promise<boolean> {
  const rows = await tx
    .update(uploads)
    .set({ receivedBytes: offset + length, expiresAt })
    .where(and(isOwn(own), eq(uploads.receivedBytes, offset)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

export async function insertPart(tx: Database, part: { uploadId: number; startByte: number; bytes: Buffer }) {
  await tx.insert(uploadParts).values(part);
}

/** Some of the bytes that came, in order, from this one on. By primary key. */
export async function listParts(db: Database, { uploadId, from, limit }: { uploadId: number; from: number; limit: number }) {
  const rows = await db
    .select({ startByte: uploadParts.startByte, base64: sql<string>`encode(${uploadParts.bytes}, 'base64')` })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), sql`${uploadParts.startByte} >= ${from}`))
    .orderBy(asc(uploadParts.startByte))
    .limit(limit);
  return rows.map(({ startByte, base64 }) => ({ startByte, bytes: Buffer.from(base64, 'base64') }));
}

/** Says what became of an upload, unless another request has said so before. @returns whether it was this one */
export async function finishUploadRow(
  tx: Database,
  { photoId, expiresAt, ...own }: OwnUpload & { photoId: number; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(uploads)
    .set({ photoId, expiresAt })
    .where(and(isOwn(own), isNull(uploads.photoId)))
    .returning({ id: uploads.id });
  return rows.length > 0;
}

export async function deleteParts(tx: Database, uploadId: number) {
  await tx.delete(uploadParts).where(eq(uploadParts.uploadId, uploadId));
}

/** With its parts. */
export async function deleteUpload(db: Database, uploadId: number) {
  await db.delete(uploads).where(and(eq(uploads.id, uploadId), isNull(uploads.photoId)));
}

/** Frees the key of an upload that is over. */
export async function deleteUploadBefore(db: Database, uploadId: number) {
  await db.delete(uploads).where(eq(uploads.id, uploadId));
}

/** Deletes some of the uploads that are over, with their parts. By uploads_expiring. */
export async function deleteExpiredUploads(db: Database, { now, limit }: { now: Date; limit: number }) {
  const old = db
    .$with('old')
    .as(
      db
        .select({ id: uploads.id })
        .from(uploads)
        .where(lt(uploads.expiresAt, now))
        .orderBy(asc(uploads.expiresAt), asc(uploads.id))
        .limit(limit)
        .for('update', { skipLocked: true }),
    );
  await db
    .with(old)
    .delete(uploads)
    .where(inArray(uploads.id, db.select({ id: old.id }).from(old)));
}

/** A photo as it is answered. By primary key. */
export async function findPhoto(db: Database, photoId: number) {
  const [row] = await db
    .select({
      id: photos.id,
      contentHash: photos.contentHash,
      colour: photos.colour,
      widthPixels: photos.widthPixels,
      heightPixels: photos.heightPixels,
      takenAt: photos.takenAt,
      isTakenAtDoubtful: photos.isTakenAtDoubtful,
    })
    .from(photos)
    .where(eq(photos.id, photoId));
  return row ?? null;
}
