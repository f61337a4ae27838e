import {
  type OwnPhotoRead,
  ownPhotoRead,
  type PhotoRead,
  photoRead,
  type StoredPhoto,
} from '#photos/rules/photo.ts';
import { PHOTOS_PER_PRODUCT } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  attachPhoto,
  attachToLot,
  clearProfilePhotos,
  detachFromLot,
  detachOtherPhotos,
  findPhotosOf,
  findPhotosOfLots,
  findProfilePhotoOf,
  insertPhoto,
  lockContent,
  lockOwnPhotos,
  markProfilePhoto,
} from './photo-queries.ts';

export async function listPhotos(
  db: Database,
  productIds: number[],
): Promise<Map<number, PhotoRead[]>> {
  const photosOf = new Map<number, PhotoRead[]>();
  for (const { productId, state, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId === null || state !== 'ready') continue;
    const reads = photosOf.get(productId) ?? [];
    reads.push(photoRead(photo));
    photosOf.set(productId, reads);
  }
  return photosOf;
}

type OwnPhotos = { photos: OwnPhotoRead[]; unreadableCount: number };

/** Includes photos that are still being encoded. */
export async function listOwnPhotos(
  db: Database,
  productIds: number[],
): Promise<Map<number, OwnPhotos>> {
  const photosOf = new Map<number, OwnPhotos>();
  for (const { productId, state, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId === null) continue;
    const own = photosOf.get(productId) ?? { photos: [], unreadableCount: 0 };
    if (state === 'unreadable') own.unreadableCount += 1;
    else own.photos.push(ownPhotoRead(photo));
    photosOf.set(productId, own);
  }
  return photosOf;
}

export async function listMainPhotos(
  db: Database,
  productIds: number[],
): Promise<Map<number, StoredPhoto>> {
  const mainOf = new Map<number, StoredPhoto>();
  for (const { productId, state, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId !== null && state === 'ready' && !mainOf.has(productId))
      mainOf.set(productId, photo);
  }
  return mainOf;
}

export async function findProfilePhoto(db: Database, farmerId: number): Promise<PhotoRead | null> {
  const row = await findProfilePhotoOf(db, farmerId);
  return row && photoRead(row);
}

type Attachment = { farmerId: number; productId: number; photoIds: number[] };

/**
 * The first photo is the main one; replaced ones are swept a day later. The caller has locked the
 * product.
 */
export async function attachPhotos(
  db: Database,
  { farmerId, productId, photoIds }: Attachment,
  now: Date,
) {
  const wanted = [...new Set(photoIds)];
  if (wanted.length > PHOTOS_PER_PRODUCT)
    throw new AppError('TOO_MANY_PHOTOS', { field: 'photoIds' });
  const own = await lockOwnPhotos(db, { farmerId, photoIds: wanted, productId });
  const isFree = (photo: (typeof own)[number]) =>
    !photo.isProfile && (photo.productId ?? productId) === productId;
  if (own.length < wanted.length || !own.every(isFree))
    throw new AppError('PHOTO_NOT_FOUND', { field: 'photoIds' });
  if (own.some(({ state }) => state === 'unreadable'))
    throw new AppError('PHOTO_BROKEN', { field: 'photoIds' });
  await detachOtherPhotos(db, { productId, photoIds: wanted }, now);
  for (const [place, photoId] of wanted.entries())
    await attachPhoto(db, { photoId, productId, place });
}

type OfLot = { buyerId: number; lotId: number; photoId: number };

export async function attachLotPhoto(tx: Database, { buyerId, lotId, photoId }: OfLot) {
  const [photo] = await lockOwnPhotos(tx, { farmerId: buyerId, photoIds: [photoId] });
  if (photo?.lotId !== null) throw new AppError('PHOTO_NOT_FOUND', { field: 'photoId' });
  await attachToLot(tx, photoId, lotId);
}

export const detachLotPhoto = detachFromLot;

/** For the lot that repeats it, which the caller has inserted. */
export async function copyLotPhoto(
  tx: Database,
  { from, lotId }: { from: number; lotId: number },
  now: Date,
) {
  for (const { id: _, ...photo } of await findPhotosOfLots(tx, [from])) {
    await lockContent(tx, photo.contentHash);
    await insertPhoto(tx, { ...photo, lotId, createdAt: now });
  }
}

export async function listLotPhotos(db: Database, lotIds: number[]) {
  const rows = lotIds.length === 0 ? [] : await findPhotosOfLots(db, lotIds);
  return new Map(rows.map((photo) => [photo.lotId, photoRead(photo)]));
}

export async function setProfilePhoto(
  db: Database,
  { farmerId, photoId }: { farmerId: number; photoId: number },
  now: Date,
) {
  await db.transaction(async (tx) => {
    const [photo] = await lockOwnPhotos(tx, { farmerId, photoIds: [photoId] });
    if (!photo || photo.productId !== null)
      throw new AppError('PHOTO_NOT_FOUND', { field: 'photos' });
    await clearProfilePhotos(tx, farmerId, now);
    await markProfilePhoto(tx, photoId);
  });
}
