import {
  type OwnPhotoRead,
  ownPhotoRead,
  type PhotoRead,
  photoRead,
  type StoredPhoto,
} from '#photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findPhotosOf, findProfilePhotoOf } from './storage/queries.ts';

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
