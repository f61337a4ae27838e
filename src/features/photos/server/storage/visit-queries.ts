import { desc, eq } from 'drizzle-orm';
import { visitPhotos } from '#photos/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';

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
