import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { removeUploadsOf } from './remove-uploads.ts';
import { photos, visitPhotos } from './tables.ts';

export const photoData: PersonalData<Parameters<typeof removeUploadsOf>[2]> = {
  lists: { 'farm.photos': readPhotos, 'farm.visitPhotos': readVisitPhotos },
  erase: removeUploadsOf,
};

async function readPhotos(db: Database, farmerId: number, { limit, offset }: Rows) {
  return db
    .select({
      id: photos.id,
      contentHash: photos.contentHash,
      productId: photos.productId,
      state: photos.state,
      takenAt: photos.takenAt,
      createdAt: photos.createdAt,
    })
    .from(photos)
    .where(eq(photos.farmerId, farmerId))
    .orderBy(asc(photos.id))
    .limit(limit)
    .offset(offset);
}

async function readVisitPhotos(db: Database, farmerId: number, { limit, offset }: Rows) {
  return db
    .select({
      id: visitPhotos.id,
      contentHash: visitPhotos.contentHash,
      createdAt: visitPhotos.createdAt,
    })
    .from(visitPhotos)
    .where(eq(visitPhotos.farmerId, farmerId))
    .orderBy(asc(visitPhotos.id))
    .limit(limit)
    .offset(offset);
}
