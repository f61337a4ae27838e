import { type AnyColumn, and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#server/database.ts';
import { listOf } from '#server/tables.ts';
import { type PhotoRead, photoRead, type StoredPhoto } from '../rules/photo.ts';
import {
  disputePhotos as disputeTable,
  messageMedia as mediaTable,
  photos,
  uploads,
  visitPhotos,
} from './tables.ts';

/** For a lateral join. */
export const mainPhotoOf = (productId: AnyColumn) =>
  new QueryBuilder()
    .select(pick(photos, 'contentHash colour widthPixels heightPixels'))
    .from(photos)
    .where(and(eq(photos.productId, productId), sql`${photos.state} = 'ready'`))
    .orderBy(asc(photos.place), asc(photos.id))
    .limit(1)
    .as('main_photo');

type MainPhoto = ReturnType<typeof mainPhotoOf>;

export const photoColumns = ({ contentHash, colour, widthPixels, heightPixels }: MainPhoto) => ({
  contentHash,
  colour,
  widthPixels,
  heightPixels,
});

type PhotoJson = Omit<StoredPhoto, 'takenAt'> & { id: number; takenAt: string | null };

export const readyPhotosOf = (productId: AnyColumn) =>
  sql<PhotoRead[]>`(
    select coalesce(json_agg(json_build_object(
      'id', ${photos.id},
      'contentHash', ${photos.contentHash},
      'colour', ${photos.colour},
      'widthPixels', ${photos.widthPixels},
      'heightPixels', ${photos.heightPixels},
      'takenAt', ${photos.takenAt},
      'isTakenAtDoubtful', ${photos.isTakenAtDoubtful}
    ) order by ${photos.place}, ${photos.id}), '[]')
    from ${photos}
    where ${photos.productId} = ${productId} and ${photos.state} = 'ready'
  )`.mapWith((found: PhotoJson[]) =>
    found.map(({ takenAt, ...photo }) =>
      photoRead({ ...photo, takenAt: takenAt === null ? null : new Date(takenAt) }),
    ),
  );

export const storedBytes = sql`(
  select ${photos.farmerId} as owner_id, ${photos.storedBytes} as bytes from ${photos}
  union all select ${mediaTable.senderId}, ${mediaTable.storedBytes} from ${mediaTable}
  union all select ${disputeTable.buyerId}, ${disputeTable.storedBytes} from ${disputeTable}
  union all select ${visitPhotos.farmerId}, ${visitPhotos.storedBytes} from ${visitPhotos}
  union all select ${uploads.farmerId}, ${uploads.lengthBytes} from ${uploads} where ${uploads.photoId} is null
)`;

export const disputePhotos = new QueryBuilder().select().from(disputeTable).as('dispute_photos');

export const messageMedia = new QueryBuilder().select().from(mediaTable).as('message_media');

export const listDisputePhotos = listOf(disputeTable);

export async function insertDisputePhotos(
  db: Database,
  photos: (typeof disputeTable.$inferInsert)[],
) {
  if (photos.length === 0) return [];
  const rows = await db.insert(disputeTable).values(photos).returning({ id: disputeTable.id });
  return rows.map(({ id }) => id);
}

export async function deleteDisputePhotos(db: Database, ids: number[]) {
  if (ids.length > 0) await db.delete(disputeTable).where(inArray(disputeTable.id, ids));
}

export type NewMedia = Omit<typeof mediaTable.$inferInsert, 'id' | 'messageId'>;

export async function insertMedia(tx: Database, rows: NewMedia[]) {
  const stored = await tx.insert(mediaTable).values(rows).returning({ id: mediaTable.id });
  return stored.map(({ id }) => id);
}

/** Returns how many rows still existed. */
export async function attachMedia(
  tx: Database,
  { ids, messageId }: { ids: number[]; messageId: number },
) {
  const attached = await tx
    .update(mediaTable)
    .set({ messageId })
    .where(and(inArray(mediaTable.id, ids), isNull(mediaTable.messageId)))
    .returning({ id: mediaTable.id });
  return attached.length;
}

export async function deleteUnsent(db: Database, ids: number[]) {
  return db
    .delete(mediaTable)
    .where(and(inArray(mediaTable.id, ids), isNull(mediaTable.messageId)))
    .returning({ contentHash: mediaTable.contentHash });
}

export async function deleteUnsentBefore(
  db: Database,
  { before, limit }: { before: Date; limit: number },
) {
  const isUnsent = isNull(mediaTable.messageId);
  const old = db.$with('old').as(
    db
      .select({ id: mediaTable.id })
      .from(mediaTable)
      .where(and(isUnsent, lt(mediaTable.createdAt, before)))
      .orderBy(asc(mediaTable.createdAt), asc(mediaTable.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return db
    .with(old)
    .delete(mediaTable)
    .where(and(inArray(mediaTable.id, db.select({ id: old.id }).from(old)), isUnsent))
    .returning({ contentHash: mediaTable.contentHash });
}

export async function insertVisitPhoto(db: Database, photo: typeof visitPhotos.$inferInsert) {
  await db.insert(visitPhotos).values(photo);
}

/** The newest. By visit_photos_farmer. */
export async function findVisitContent(db: Database, farmerId: number) {
  const [row] = await db
    .select({ contentHash: visitPhotos.contentHash })
    .from(visitPhotos)
    .where(eq(visitPhotos.farmerId, farmerId))
    .orderBy(desc(visitPhotos.id))
    .limit(1);
  return row?.contentHash ?? null;
}
