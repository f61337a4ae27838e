import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { referencePrices } from '#prices/server/tables.ts';

type ReferenceWeek = {
  source: string;
  monday: Day;
  wholesale: number | null;
  retail: number | null;
  markets: number;
};

type Asked = { crop: string; county: string | null; since: Day };

/** Medians over the markets, in whole shillings. By reference_prices_crop. */
export async function listReferenceWeeks(
  db: Database,
  { crop, county, since }: Asked,
): Promise<ReferenceWeek[]> {
  const monday = sql<Day>`date_trunc('week', ${referencePrices.day})::date::text`;
  const medianOf = (
    column: typeof referencePrices.wholesaleCents | typeof referencePrices.retailCents,
  ) =>
    sql<
      number | null
    >`floor(percentile_cont(0.5) within group (order by ${column}) / 100 + 0.5)::int`;
  return db
    .select({
      source: referencePrices.source,
      monday: monday.as('monday'),
      wholesale: medianOf(referencePrices.wholesaleCents),
      retail: medianOf(referencePrices.retailCents),
      markets: sql<number>`count(distinct (${referencePrices.county}, ${referencePrices.market}))::int`,
    })
    .from(referencePrices)
    .where(
      and(
        eq(referencePrices.crop, crop),
        county === null ? undefined : eq(referencePrices.county, county),
        gte(referencePrices.day, since),
      ),
    )
    .groupBy(referencePrices.source, sql`2`)
    .orderBy(asc(referencePrices.source), sql`2`);
}

type NewReferencePrice = typeof referencePrices.$inferInsert;

/** Returns the number of new rows. */
export async function insertReferencePrices(
  db: Database,
  rows: NewReferencePrice[],
): Promise<number> {
  const inserted = await db
    .insert(referencePrices)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: referencePrices.id });
  return inserted.length;
}
