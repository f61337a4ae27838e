import type { Database } from '#server/db/connect.ts';
import { type PhotoRead, photoRead } from '#shared/photo.ts';
import { findProfilePhotoOf } from './storage/queries.ts';

/** The farmer's picture, if there is one. */
export async function findProfilePhoto(db: Database, farmerId: number): Promise<PhotoRead | null> {
  const row = await findProfilePhotoOf(db, farmerId);
  return row && photoRead(row);
}
