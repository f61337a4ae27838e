import type { Database } from '#server/db/database.ts';
import { type PhotoRead, photoRead } from '#shared/products/photo.ts';
import { findPhotosOf, findProfilePhotoOf } from './storage/queries.ts';

/** The photos of these products, each product's in its order; a product without any is not in the map. One query. */
export async function listPhotos(db: Database, productIds: number[]): Promise<Map<number, PhotoRead[]>> {
  const photosOf = new Map<number, PhotoRead[]>();
  for (const { productId, ...photo } of await findPhotosOf(db, productIds)) {
    if (productId === null) continue;
    const reads = photosOf.get(productId) ?? [];
    reads.push(photoRead(photo));
    photosOf.set(productId, reads);
  }
  return photosOf;
}

/** The farmer's picture, if there is one. */
export async function findProfilePhoto(db: Database, farmerId: number): Promise<PhotoRead | null> {
  const row = await findProfilePhotoOf(db, farmerId);
  return row && photoRead(row);
}
