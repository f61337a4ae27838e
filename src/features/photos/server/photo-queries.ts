import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { PHOTOS_PER_PRODUCT } from '#rules/limits.ts';
import { firstRow, hasRows, keepStatement, pick } from '#server/database.ts';
import { PHOTOS_WAITING_MAX, PHOTOS_WAITING_PER_FARMER_MAX } from '../rules/photo.ts';
import { storedBytes } from './media-queries.ts';
import { disputePhotos, messageMedia, photos, visitPhotos } from './tables.ts';

const stored = pick(
  photos,
  'id contentHash colour widthPixels heightPixels takenAt isTakenAtDoubtful',
);
const isUnused = and(isNull(photos.productId), isNull(photos.lotId), eq(photos.isProfile, false));

/** Until the transaction ends, no one else adds a row for this content or deletes its files. */
export async function lockContent(db: Database, contentHash: string) {
  await db.execute(
    sql`select pg_advisory_xact_lock(('x' || left(${contentHash}, 16))::bit(64)::bigint)`,
  );
}

export type NewPhoto = typeof photos.$inferInsert;

export async function insertPhoto(db: Database, photo: NewPhoto) {
  const [row] = await db.insert(photos).values(photo).returning(stored);
  if (!row) throw new Error('A photo was inserted and did not come back');
  return row;
}

export const findPhoto = (db: Database, photoId: number) =>
  firstRow(
    db
      .select({ ...stored, farmerId: photos.farmerId, state: photos.state })
      .from(photos)
      .where(eq(photos.id, photoId)),
  );

export async function listNamedContents(db: Database, contentHashes: string[]) {
  if (contentHashes.length === 0) return [];
  const rows = await union(
    db
      .select({ contentHash: photos.contentHash })
      .from(photos)
      .where(inArray(photos.contentHash, contentHashes)),
    db
      .select({ contentHash: visitPhotos.contentHash })
      .from(visitPhotos)
      .where(inArray(visitPhotos.contentHash, contentHashes)),
    db
      .select({ contentHash: disputePhotos.contentHash })
      .from(disputePhotos)
      .where(inArray(disputePhotos.contentHash, contentHashes)),
    db
      .select({ contentHash: messageMedia.contentHash })
      .from(messageMedia)
      .where(inArray(messageMedia.contentHash, contentHashes)),
  );
  return rows.map(({ contentHash }) => contentHash);
}

export async function listShownContents(db: Database, contentHashes: string[]) {
  if (contentHashes.length === 0) return [];
  const rows = await db
    .selectDistinct({ contentHash: photos.contentHash })
    .from(photos)
    .where(inArray(photos.contentHash, contentHashes));
  return rows.map(({ contentHash }) => contentHash);
}

type Own = { farmerId: number; photoIds: number[] };

/** In id order, so that two requests cannot deadlock. */
export async function lockOwnPhotos(
  db: Database,
  { farmerId, photoIds, productId }: Own & { productId?: number },
) {
  const ofProduct = productId === undefined ? undefined : eq(photos.productId, productId);
  if (photoIds.length === 0 && !ofProduct) return [];
  const held = await db
    .select(pick(photos, 'id productId lotId isProfile state'))
    .from(photos)
    .where(and(or(inArray(photos.id, photoIds), ofProduct), eq(photos.farmerId, farmerId)))
    .orderBy(asc(photos.id))
    .for('update');
  return held.filter(({ id }) => photoIds.includes(id));
}

export async function attachPhoto(
  db: Database,
  { photoId, productId, place }: { photoId: number; productId: number; place: number },
) {
  await db.update(photos).set({ productId, place, replacedAt: null }).where(eq(photos.id, photoId));
}

/** They are swept a day from now. */
export async function detachOtherPhotos(
  db: Database,
  { productId, photoIds }: { productId: number; photoIds: number[] },
  now: Date,
) {
  const others = photoIds.length > 0 ? notInArray(photos.id, photoIds) : undefined;
  await db
    .update(photos)
    .set({ productId: null, place: 0, createdAt: now, replacedAt: now })
    .where(and(eq(photos.productId, productId), others));
}

export const attachToLot = (db: Database, photoId: number, lotId: number) =>
  db.update(photos).set({ lotId, replacedAt: null }).where(eq(photos.id, photoId));

/** It is swept a day from now. By photos_lot. */
export const detachFromLot = (db: Database, lotId: number, now: Date) =>
  db
    .update(photos)
    .set({ lotId: null, createdAt: now, replacedAt: now })
    .where(eq(photos.lotId, lotId));

export const findPhotosOfLots = (db: Database, lotIds: number[]) =>
  db
    .select({
      ...pick(photos, 'lotId farmerId storedBytes'),
      ...stored,
    })
    .from(photos)
    .where(and(inArray(photos.lotId, lotIds), eq(photos.state, 'ready')))
    .limit(lotIds.length);

/** At most five per product. By (product_id, place). */
export async function findPhotosOf(db: Database, productIds: number[]) {
  if (productIds.length === 0) return [];
  return photosStatement(db, { productIds, most: productIds.length * PHOTOS_PER_PRODUCT });
}

const photosStatement = keepStatement((db) =>
  db
    .select({ productId: photos.productId, state: photos.state, ...stored })
    .from(photos)
    .where(sql`${photos.productId} = any(${sql.placeholder('productIds')}::int[])`)
    .orderBy(asc(photos.productId), asc(photos.place), asc(photos.id))
    .limit(sql.placeholder('most')),
);

/** The newest if two were set at the same moment. */
export const findProfilePhotoOf = (db: Database, farmerId: number) =>
  firstRow(
    db
      .select(stored)
      .from(photos)
      .where(and(eq(photos.farmerId, farmerId), eq(photos.isProfile, true)))
      .orderBy(desc(photos.id))
      .limit(1),
  );

export async function clearProfilePhotos(db: Database, farmerId: number, now: Date) {
  await db
    .update(photos)
    .set({ isProfile: false, createdAt: now, replacedAt: now })
    .where(and(eq(photos.farmerId, farmerId), eq(photos.isProfile, true)));
}

export async function markProfilePhoto(db: Database, photoId: number) {
  await db.update(photos).set({ isProfile: true, replacedAt: null }).where(eq(photos.id, photoId));
}

/** A person's claims of bytes run one at a time. */
export async function lockStoredBytes(db: Database, ownerId: number) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('stored bytes'), ${ownerId}::int)`);
}

export async function sumStoredBytes(db: Database, ownerId: number) {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(bytes), 0)::float8`.mapWith(Number) })
    .from(sql`${storedBytes} stored`)
    .where(sql`owner_id = ${ownerId}`);
  return row?.bytes ?? 0;
}

export async function deleteReplacedPhotos(db: Database, farmerId: number) {
  return db
    .delete(photos)
    .where(and(eq(photos.farmerId, farmerId), isUnused, isNotNull(photos.replacedAt)))
    .returning({ contentHash: photos.contentHash });
}

export async function deleteUnusedPhotos(db: Database, { farmerId, photoIds }: Own) {
  if (photoIds.length === 0) return [];
  return db
    .delete(photos)
    .where(and(inArray(photos.id, photoIds), eq(photos.farmerId, farmerId), isUnused))
    .returning({ contentHash: photos.contentHash });
}

type Batch = { before: Date; limit: number };

/** A CTE, because a subquery could run once per row and exceed the limit. */
const oldest = (db: Database, condition: SQL | undefined, { before, limit }: Batch) =>
  db.$with('old').as(
    db
      .select({ id: photos.id })
      .from(photos)
      .where(and(condition, lt(photos.createdAt, before)))
      .orderBy(asc(photos.createdAt), asc(photos.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );

export async function deleteUnusedBefore(db: Database, batch: Batch) {
  const old = oldest(db, isUnused, batch);
  return db
    .with(old)
    .delete(photos)
    .where(and(inArray(photos.id, db.select({ id: old.id }).from(old)), isUnused))
    .returning({ contentHash: photos.contentHash });
}

/**
 * By photos_waiting, an index of the few waiting photos. Not exact: concurrent uploads may all see
 * the last free place.
 */
export async function hasRoomToWait(db: Database, farmerId: number) {
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

export const isContentWaiting = (db: Database, contentHash: string) =>
  hasRows(
    db
      .select({ id: photos.id })
      .from(photos)
      .where(and(eq(photos.contentHash, contentHash), isWaiting))
      .limit(1),
  );

type Change = Partial<Omit<typeof photos.$inferInsert, 'id'>>;

export async function updateWaitingPhoto(db: Database, photoId: number, change: Change) {
  await db
    .update(photos)
    .set(change)
    .where(and(eq(photos.id, photoId), isWaiting));
}

export async function markUnreadableBefore(db: Database, batch: Batch) {
  const old = oldest(db, isWaiting, batch);
  return db
    .with(old)
    .update(photos)
    .set({ state: 'unreadable', storedBytes: 0 })
    .where(inArray(photos.id, db.select({ id: old.id }).from(old)))
    .returning({ contentHash: photos.contentHash });
}
