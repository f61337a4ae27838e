import { and, asc, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { lockName } from '#server/database.ts';
import { COUNTRY, type PriceKind } from '../rules/price.ts';
import { priceCells, priceObservations, priceRounds } from './tables.ts';

export type Series = { kind: PriceKind; crop: string };

export type Observed = {
  day: Day;
  county: string;
  farmId: number;
  buyerId: number | null;
  orderId: number | null;
  pricePerKgCents: number;
  isRelated: boolean;
  count: number;
};

/** Days have no price: a week minus its other days would reveal one farm's price. */
export type Cell = {
  county: string;
  firstDay: Day;
  medianKes: number;
  lowKes: number;
  highKes: number;
  farms: number;
  buyers: number;
  orders: number;
  observations: number;
  isShown: boolean;
};

type Span = { from: Day; until: Day };

const isOf = ({ kind, crop }: Series) =>
  and(eq(priceObservations.kind, kind), eq(priceObservations.crop, crop));
const isCellOf = ({ kind, crop }: Series) =>
  and(eq(priceCells.kind, kind), eq(priceCells.crop, crop));

/**
 * With the first and last day of the observations since a moment. By price_observations_created.
 */
export async function listChangedSeries(db: Database, since: Date | null) {
  return db
    .select({
      kind: priceObservations.kind,
      crop: priceObservations.crop,
      first: sql<Day>`min(${priceObservations.day})::text`,
      last: sql<Day>`max(${priceObservations.day})::text`,
    })
    .from(priceObservations)
    .where(since ? gte(priceObservations.createdAt, since) : undefined)
    .groupBy(priceObservations.kind, priceObservations.crop)
    .orderBy(asc(priceObservations.kind), asc(priceObservations.crop));
}

/** By price_observations_crop. */
export async function findLastDay(db: Database, series: Series) {
  const [row] = await db
    .select({ last: sql<Day | null>`max(${priceObservations.day})::text` })
    .from(priceObservations)
    .where(isOf(series));
  return row?.last ?? null;
}

/** By price_observations_crop. */
export async function listObserved(db: Database, series: Series, { from, until }: Span) {
  const { day, county, farmId, buyerId, orderId, pricePerKgCents, isRelated, isProven } =
    priceObservations;
  return db
    .select({
      day,
      county,
      farmId,
      buyerId,
      orderId,
      pricePerKgCents,
      isRelated,
      count: sql<number>`count(*)::int`,
    })
    .from(priceObservations)
    .where(and(isOf(series), eq(isProven, true), gte(day, from), lt(day, until)))
    .groupBy(day, county, farmId, buyerId, orderId, pricePerKgCents, isRelated);
}

export async function listShownWeeks(db: Database, series: Series, { from, until }: Span) {
  return db
    .select({ county: priceCells.county, firstDay: priceCells.firstDay })
    .from(priceCells)
    .where(
      and(
        isCellOf(series),
        eq(priceCells.period, 'week'),
        eq(priceCells.isShown, true),
        ne(priceCells.county, COUNTRY),
        gte(priceCells.firstDay, from),
        lt(priceCells.firstDay, until),
      ),
    );
}

/** One process at a time computes a series. */
export async function lockSeries(tx: Database, { kind, crop }: Series) {
  await lockName(tx, `prices ${kind} ${crop}`);
}

export async function lockDailyRound(tx: Database) {
  await lockName(tx, 'prices asked today');
}

/** The rows are passed as one JSON text, because there are many columns. */
export async function replaceCells(
  tx: Database,
  { series, from, until, cells }: Span & { series: Series; cells: Cell[] },
) {
  await tx
    .delete(priceCells)
    .where(and(isCellOf(series), gte(priceCells.firstDay, from), lt(priceCells.firstDay, until)));
  if (cells.length === 0) return;
  const columns =
    sql.raw(`county text, "firstDay" date, "medianKes" int, "lowKes" int, "highKes" int, farms int, buyers int,
    orders int, observations int, "isShown" boolean`);
  await tx.execute(sql`
    insert into ${priceCells} (kind, crop, period, county, first_day, median_kes, low_kes, high_kes, farms, buyers, orders, observations,
      is_shown)
    select ${series.kind}, ${series.crop}, 'week', county, "firstDay", "medianKes", "lowKes", "highKes", farms, buyers, orders, observations,
      "isShown"
    from jsonb_to_recordset(${JSON.stringify(cells)}::text::jsonb) as given (${columns})`);
}

/** Tells every process on commit that its cached prices are out of date. */
export async function announcePrices(tx: Database) {
  await tx.execute(sql`select pg_notify('catalogue', 'prices')`);
}

const THE_ROW = 1;

export async function findRounds(db: Database) {
  const [row] = await db
    .select({ observedDay: priceRounds.observedDay, rolledUpAt: priceRounds.rolledUpAt })
    .from(priceRounds)
    .where(eq(priceRounds.id, THE_ROW));
  return row ?? { observedDay: null, rolledUpAt: null };
}

export async function saveObservedDay(db: Database, observedDay: Day) {
  await db
    .insert(priceRounds)
    .values({ id: THE_ROW, observedDay })
    .onConflictDoUpdate({ target: priceRounds.id, set: { observedDay } });
}

type Lease = { now: Date; until: Date };

export async function leaseRollUp(db: Database, { now, until }: Lease) {
  await db.insert(priceRounds).values({ id: THE_ROW }).onConflictDoNothing();
  const taken = await db
    .update(priceRounds)
    .set({ leasedUntil: until })
    .where(
      and(
        eq(priceRounds.id, THE_ROW),
        or(sql`${priceRounds.leasedUntil} is null`, lt(priceRounds.leasedUntil, now)),
      ),
    )
    .returning({ id: priceRounds.id });
  return taken.length > 0;
}

/** `rolledUpAt`: the roll-up has covered everything written before. */
export async function endRollUp(db: Database, rolledUpAt: Date | null) {
  await db
    .update(priceRounds)
    .set({ leasedUntil: null, ...(rolledUpAt && { rolledUpAt }) })
    .where(eq(priceRounds.id, THE_ROW));
}
