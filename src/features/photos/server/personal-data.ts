import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { exportedColumns, listOf } from '#server/tables.ts';
import { photos, visitPhotos } from './tables.ts';
import { removeUploadsOf } from './upload-in-parts.ts';

export const photoData: PersonalData = {
  lists: {
    'farm.photos': listOf(photos),
    'farm.visitPhotos': listOf(visitPhotos),
    lotPhotos: (db, userId, { limit, offset }) =>
      db
        .select(exportedColumns(photos))
        .from(photos)
        .where(and(eq(photos.farmerId, userId), isNotNull(photos.lotId)))
        .orderBy(asc(photos.id))
        .limit(limit)
        .offset(offset),
  },
  erase: removeUploadsOf,
};
