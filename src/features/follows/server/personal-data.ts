import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { follows } from './tables.ts';

/** Deleted with the account's row. */
export const followData: PersonalData<unknown> = { lists: { follows: readFollows } };

async function readFollows(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      farmId: follows.farmId,
      productId: follows.productId,
      latitude: follows.latitude,
      longitude: follows.longitude,
      placeName: follows.placeName,
      createdAt: follows.createdAt,
      toldOn: follows.toldOn,
    })
    .from(follows)
    .where(eq(follows.userId, userId))
    .orderBy(asc(follows.id))
    .limit(limit)
    .offset(offset);
}
