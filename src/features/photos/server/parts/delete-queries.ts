import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { uploadParts, uploads } from '#photos/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';

/** Returns the parts' files. */
export async function deleteUploads(tx: Database, locked: { id: number }[]): Promise<string[]> {
  const uploadIds = locked.map(({ id }) => id);
  const storageKeys = await deleteParts(tx, uploadIds);
  if (uploadIds.length > 0) await tx.delete(uploads).where(inArray(uploads.id, uploadIds));
  return storageKeys;
}

/** Returns the parts' files. */
export async function deleteParts(tx: Database, uploadIds: number[]): Promise<string[]> {
  if (uploadIds.length === 0) return [];
  const rows = await tx
    .delete(uploadParts)
    .where(inArray(uploadParts.uploadId, uploadIds))
    .returning({ storageKey: uploadParts.storageKey });
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}

/** By uploads_expiring. */
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

export async function listUnfinished(db: Database, uploadIds: number[]): Promise<number[]> {
  if (uploadIds.length === 0) return [];
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(inArray(uploads.id, uploadIds), isNull(uploads.photoId)));
  return rows.map(({ id }) => id);
}
