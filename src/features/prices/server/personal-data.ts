import { asc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { priceAlerts } from './tables.ts';

export const priceData: PersonalData<unknown> = { lists: { priceAlerts: readPriceAlerts } };

/** `county` is empty for the country. */
async function readPriceAlerts(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      crop: priceAlerts.crop,
      county: priceAlerts.county,
      belowKes: priceAlerts.belowKes,
      createdAt: priceAlerts.createdAt,
      toldOn: priceAlerts.toldOn,
    })
    .from(priceAlerts)
    .where(eq(priceAlerts.userId, userId))
    .orderBy(asc(priceAlerts.id))
    .limit(limit)
    .offset(offset);
}
