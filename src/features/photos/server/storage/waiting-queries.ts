/* There are few waiting photos, with an index of their own, photos_waiting. */
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { PHOTOS_WAITING_MAX, PHOTOS_WAITING_PER_FARMER_MAX } from '#photos/rules/limits.ts';
import { photos, visitPhotos } from '#photos/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';

/** Not exact: concurrent uploads may all see the last free place. */
export async function hasRoomToWait(db: Database, farmerId: number): Promise<boolean> {
  const [count] = await db
    .select({
      inAll: sql<number>`count(*)::int`,
      ofFarmer: sql<number>`(count(*) filter (where ${photos.farmerId} = ${farmerId}))::int`,
    })
    .from(photos)
    .where(isWaiting);
  return (
    !count || (count.inAll < PHOTOS_WAITING_MAX && count.ofFarmer < PHOTOS_WAITING_PER_FARMER_MAX)
  );
}

// A literal, so that the planner matches the condition of the partial index.
const isWaiting = sql`${photos.state} = 'waiting'`;

export async function isContentWaiting(db: Database, contentHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.contentHash, contentHash), isWaiting))
    .limit(1);
  return rows.length > 0;
}

export async function findPhotoContent(db: Database, photoId: number) {
  const [row] = await db
    .select({ farmerId: photos.farmerId, contentHash: photos.contentHash, state: photos.state })
    .from(photos)
    .where(eq(photos.id, photoId));
  return row ?? null;
}

type Change = Partial<Omit<typeof photos.$inferInsert, 'id'>>;

export async function updateWaitingPhoto(db: Database, photoId: number, change: Change) {
  await db
    .update(photos)
    .set(change)
    .where(and(eq(photos.id, photoId), isWaiting));
}

export async function markUnreadableBefore(
  db: Database,
  { before, limit }: { before: Date; limit: number },
) {
  // A CTE, because a subquery could run once per row and exceed the limit.
  const old = db.$with('old').as(
    db
      .select({ id: photos.id })
      .from(photos)
      .where(and(isWaiting, lt(photos.createdAt, before)))
      .orderBy(asc(photos.createdAt), asc(photos.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(old)
    .update(photos)
    .set({ state: 'unreadable', storedBytes: 0 })
    .where(inArray(photos.id, db.select({ id: old.id }).from(old)))
    .returning({ contentHash: photos.contentHash });
}

export async function insertVisitPhoto(db: Database, photo: typeof visitPhotos.$inferInsert) {
  await db.insert(visitPhotos).values(photo);
}

/** The newest. By visit_photos_farmer. */
export async function findVisitContent(db: Database, farmerId: number): Promise<string | null> {
  const [row] = await db
    .select({ contentHash: visitPhotos.contentHash })
    .from(visitPhotos)
    .where(eq(visitPhotos.farmerId, farmerId))
    .orderBy(desc(visitPhotos.id))
    .limit(1);
  return row?.contentHash ?? null;
}
