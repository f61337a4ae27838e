import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { daysAfter, weekStart } from '#rules/day.ts';
import { hasRows, pick } from '#server/database.ts';
import { COUNTRY, type PriceKind } from '../rules/price.ts';
import { priceAlerts, priceCells } from './tables.ts';

const columns = {
  ...pick(priceCells, 'kind county firstDay'),
  median: priceCells.medianKes,
  low: priceCells.lowKes,
  high: priceCells.highKes,
  farms: priceCells.farms,
  orders: priceCells.orders,
};

export type ShownCell = {
  kind: PriceKind;
  county: string;
  firstDay: Day;
  median: number;
  low: number;
  high: number;
  farms: number;
  orders: number;
};

/**
 * A paid price is public only after its week has ended; otherwise anyone who looked every day would
 * see what each day added.
 */
const isSeen = (thisWeek: SQL) =>
  and(
    eq(priceCells.period, sql`'week'`),
    eq(priceCells.isShown, sql`true`),
    or(eq(priceCells.kind, sql`'asked'`), lt(priceCells.firstDay, thisWeek)),
  );

type Asked = { crop: string; counties: readonly string[]; since: Day; today: Day };

/** A crop's weeks in some counties or the country, newest first. */
export async function listWeeks(db: Database, { crop, counties, since, today }: Asked) {
  return db
    .select(columns)
    .from(priceCells)
    .where(
      and(
        isSeen(sql`${weekStart(today)}::date`),
        eq(priceCells.crop, crop),
        inArray(priceCells.county, [...counties]),
        gte(priceCells.firstDay, since),
      ),
    )
    .orderBy(desc(priceCells.firstDay), asc(priceCells.county), asc(priceCells.kind));
}

type OfCrops = { crops: readonly string[]; counties: readonly string[]; since: Day };

export async function listWeeksOfCrops(db: Database, { crops, counties, since }: OfCrops) {
  if (crops.length === 0) return [];
  return db
    .selectDistinctOn([priceCells.crop, priceCells.county], { crop: priceCells.crop, ...columns })
    .from(priceCells)
    .where(
      and(
        inArray(priceCells.crop, [...crops]),
        eq(priceCells.period, 'week'),
        inArray(priceCells.county, [...counties]),
        eq(priceCells.kind, 'asked'),
        gte(priceCells.firstDay, since),
        eq(priceCells.isShown, true),
      ),
    )
    .orderBy(asc(priceCells.crop), asc(priceCells.county), desc(priceCells.firstDay));
}

export async function listCounties(db: Database, { crop, since, today }: Omit<Asked, 'counties'>) {
  return db
    .selectDistinctOn([priceCells.county, priceCells.kind], columns)
    .from(priceCells)
    .where(
      and(
        isSeen(sql`${weekStart(today)}::date`),
        eq(priceCells.crop, crop),
        ne(priceCells.county, COUNTRY),
        gte(priceCells.firstDay, since),
      ),
    )
    .orderBy(asc(priceCells.county), asc(priceCells.kind), desc(priceCells.firstDay));
}

/** A price is current if its week began this long before. */
const FRESH_DAYS = 14;

/** Each crop's newest week. By price_cells_country. */
export async function listCountryPrices(db: Database, at: Day) {
  return db
    .selectDistinctOn([priceCells.crop], { crop: priceCells.crop, median: priceCells.medianKes })
    .from(priceCells)
    .where(
      and(
        sql`is_shown and period = 'week' and county = ''`,
        eq(priceCells.kind, 'asked'),
        lte(priceCells.firstDay, at),
        gt(priceCells.firstDay, daysAfter(at, -FRESH_DAYS)),
      ),
    )
    .orderBy(asc(priceCells.crop), desc(priceCells.firstDay));
}

export async function listAlerts(db: Database, userId: number, most: number) {
  return db
    .select({
      ...pick(priceAlerts, 'id crop county'),
      below: priceAlerts.belowKes,
    })
    .from(priceAlerts)
    .where(eq(priceAlerts.userId, userId))
    .orderBy(asc(priceAlerts.id))
    .limit(most);
}

type Alert = { userId: number; crop: string; county: string; belowKes: number; createdAt: Date };

/** False if there is no alert for that crop and place. By price_alerts_one. */
export const updateAlert = (tx: Database, { userId, crop, county, belowKes }: Alert) =>
  hasRows(
    tx
      .update(priceAlerts)
      .set({ belowKes, toldKes: null })
      .where(
        and(
          eq(priceAlerts.userId, userId),
          eq(priceAlerts.crop, crop),
          eq(priceAlerts.county, county),
        ),
      )
      .returning({ id: priceAlerts.id }),
  );

export const countAlerts = (db: Database, userId: number) =>
  db.$count(priceAlerts, eq(priceAlerts.userId, userId));

export async function insertAlert(tx: Database, alert: Alert) {
  await tx.insert(priceAlerts).values(alert);
}

export const deleteAlert = (
  db: Database,
  { userId, alertId }: { userId: number; alertId: number },
) =>
  hasRows(
    db
      .delete(priceAlerts)
      .where(and(eq(priceAlerts.id, alertId), eq(priceAlerts.userId, userId)))
      .returning({ id: priceAlerts.id }),
  );

type Newest = { today: Day; since: Day };

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
      ...pick(priceAlerts, 'userId crop county belowKes'),
      medianKes: priceAlerts.toldKes,
    });
}
