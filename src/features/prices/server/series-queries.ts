import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Day, daysAfter, weekStart } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { COUNTRY, type PriceKind } from '../rules/price.ts';
import { priceCells } from './tables.ts';

const columns = {
  kind: priceCells.kind,
  county: priceCells.county,
  firstDay: priceCells.firstDay,
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
const isSeen = (thisWeek: SQL): SQL | undefined =>
  and(
    eq(priceCells.period, sql`'week'`),
    eq(priceCells.isShown, sql`true`),
    or(eq(priceCells.kind, sql`'asked'`), lt(priceCells.firstDay, thisWeek)),
  );

type Asked = { crop: string; counties: readonly string[]; since: Day; today: Day };

/** A crop's weeks in some counties or the country, newest first. */
export async function listWeeks(
  db: Database,
  { crop, counties, since, today }: Asked,
): Promise<ShownCell[]> {
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

export async function listWeeksOfCrops(
  db: Database,
  { crops, counties, since }: OfCrops,
): Promise<(ShownCell & { crop: string })[]> {
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

export async function listCounties(
  db: Database,
  { crop, since, today }: Omit<Asked, 'counties'>,
): Promise<ShownCell[]> {
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
export async function listCountryPrices(
  db: Database,
  at: Day,
): Promise<{ crop: string; median: number }[]> {
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
