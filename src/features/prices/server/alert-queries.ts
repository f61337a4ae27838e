import { and, asc, eq, sql } from 'drizzle-orm';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { priceAlerts, priceCells } from './tables.ts';

/** By price_alerts_one. */
export async function listAlerts(db: Database, userId: number, most: number) {
  return db
    .select({
      id: priceAlerts.id,
      crop: priceAlerts.crop,
      county: priceAlerts.county,
      below: priceAlerts.belowKes,
    })
    .from(priceAlerts)
    .where(eq(priceAlerts.userId, userId))
    .orderBy(asc(priceAlerts.id))
    .limit(most);
}

type Alert = { userId: number; crop: string; county: string; belowKes: number; createdAt: Date };

/** False if there is no alert for that crop and place. By price_alerts_one. */
export async function updateAlert(
  tx: Database,
  { userId, crop, county, belowKes }: Alert,
): Promise<boolean> {
  const changed = await tx
    .update(priceAlerts)
    .set({ belowKes, toldKes: null })
    .where(
      and(
        eq(priceAlerts.userId, userId),
        eq(priceAlerts.crop, crop),
        eq(priceAlerts.county, county),
      ),
    )
    .returning({ id: priceAlerts.id });
  return changed.length > 0;
}

export const countAlerts = (db: Database, userId: number) =>
  db.$count(priceAlerts, eq(priceAlerts.userId, userId));

export async function insertAlert(tx: Database, alert: Alert) {
  await tx.insert(priceAlerts).values(alert);
}

export async function deleteAlert(
  db: Database,
  { userId, alertId }: { userId: number; alertId: number },
): Promise<boolean> {
  const deleted = await db
    .delete(priceAlerts)
    .where(and(eq(priceAlerts.id, alertId), eq(priceAlerts.userId, userId)))
    .returning({ id: priceAlerts.id });
  return deleted.length > 0;
}

type Newest = { today: Day; since: Day };

/** By the primary key of price_cells. */
const newestWeeks = (since: Day) => sql`
  select alert.id, cell.median_kes from ${priceAlerts} alert cross join lateral (
    select median_kes from ${priceCells} c
    where c.crop = alert.crop and c.period = 'week' and c.county = alert.county and c.kind = 'asked' and c.is_shown and c.first_day >= ${since}
    order by c.first_day desc limit 1
  ) cell`;

/** Once the price is above the limit again, the next fall may be reported. */
export async function rearmAlerts(tx: Database, { since }: Pick<Newest, 'since'>) {
  await tx.execute(sql`
    update ${priceAlerts} set told_kes = null from (${newestWeeks(since)}) newest
    where newest.id = ${priceAlerts.id} and newest.median_kes >= ${priceAlerts.belowKes} and ${priceAlerts.toldKes} is not null`);
}

/**
 * An alert is due if the price is below its limit and below the last reported price, and it was not
 * reported today.
 */
export async function takeDueAlerts(tx: Database, { today, since }: Newest) {
  return tx
    .update(priceAlerts)
    .set({ toldOn: today, toldKes: sql`newest.median_kes` })
    .from(sql`(${newestWeeks(since)}) newest`)
    .where(
      and(
        eq(priceAlerts.id, sql`newest.id`),
        sql`newest.median_kes < ${priceAlerts.belowKes}`,
        sql`(${priceAlerts.toldKes} is null or newest.median_kes < ${priceAlerts.toldKes})`,
        sql`(${priceAlerts.toldOn} is null or ${priceAlerts.toldOn} < ${today}::date)`,
      ),
    )
    .returning({
      userId: priceAlerts.userId,
      crop: priceAlerts.crop,
      county: priceAlerts.county,
      belowKes: priceAlerts.belowKes,
      medianKes: priceAlerts.toldKes,
    });
}
