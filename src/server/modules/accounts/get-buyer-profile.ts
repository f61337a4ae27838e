import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { findBuyerProfile } from './people/queries.ts';

/** The buyer's own data. @throws AppError NOT_FOUND when the account is gone */
export async function getBuyerProfile(db: Database, userId: number) {
  const profile = await findBuyerProfile(db, userId);
  if (!profile) throw new AppError('NOT_FOUND');
  return profile;
}
