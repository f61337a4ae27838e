/*
 * Every shown price comes from here. Sales between accounts of one person and outliers are left
 * out; the caller passes only prices that proven people asked or paid by M-Pesa. A farm counts once
 * in a cell, with the median of its own observations, so that neither six hundred products nor a
 * price that changes all day moves the market.
 *
 * The country's price uses only the counties that are shown in that week, and outliers are judged
 * only by shown prices of the weeks before. So no shown figure depends on a hidden cell, and
 * subtraction reveals nothing. Shown prices are rounded, because someone with four of a cell's five
 * farms could choose their prices so that the median is the fifth farm's price.
 */

import { setImmediate } from 'node:timers/promises';
import { daysAfter, weekStart } from '#rules/day.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  COUNTRY,
  FARMS_SHOWN_MIN,
  OUTLIER_DAYS,
  OUTLIER_DEVIATIONS,
  OUTLIER_LEAST_DEVIATION,
  OUTLIER_OBSERVATIONS_MIN,
  PRICE_STEPS_KES,
  type PriceKind,
  ROLL_UP_LEASE_SECONDS,
  ROLL_UP_OVERLAP_SECONDS,
} from '../rules/price.ts';
import {
  announcePrices,
  type Cell,
  endRollUp,
  findLastDay,
  findRounds,
  leaseRollUp,
  listChangedSeries,
  listObserved,
  listShownWeeks,
  lockSeries,
  type Observed,
  replaceCells,
  type Series,
} from './cell-queries.ts';

const WEEK_DAYS = 7;
/** Four months of a crop are a few thousand rows. */
const BLOCK_WEEKS = 16;

type RolledUp = { series: number; cells: number };
type Options = { isFromScratch?: boolean };

/**
 * From scratch gives the same rows. A week with new observations and all later weeks are computed
 * again, because it decides which of their observations are outliers. Null if another process has
 * the roll-up, or this one stops.
 */
export async function rollUpPrices(
  db: Database,
  { isFromScratch = false }: Options,
  { clock, isStopped = () => false }: { clock: Clock; isStopped?: (() => boolean) | undefined },
): Promise<RolledUp | null> {
  const begun = clock();
  if (!(await leaseRollUp(db, { now: begun, until: secondsAfter(begun, ROLL_UP_LEASE_SECONDS) })))
    return null;
  let isDone = false;
  try {
    const { rolledUpAt } = await findRounds(db);
    // No transaction lasts an hour, so every one that was open then has committed.
    const since =
      isFromScratch || !rolledUpAt ? null : secondsAfter(rolledUpAt, -ROLL_UP_OVERLAP_SECONDS);
    const changed = await listChangedSeries(db, since);
    let cells = 0;
    for (const { first, ...series } of changed) {
      // The next process continues from the last finished roll-up.
      if (isStopped()) return null;
      cells += await rollUpSeries(db, series, weekStart(first));
    }
    await db.transaction((tx) => announcePrices(tx));
    isDone = true;
    return { series: changed.length, cells };
  } finally {
    await endRollUp(db, isDone ? begun : null);
  }
}

async function rollUpSeries(db: Database, { kind, crop }: Series, from: Day) {
  const series = { kind, crop };
  const last = (await findLastDay(db, series)) ?? from;
  let made = 0;
  for (let monday = from; monday <= last; monday = daysAfter(monday, BLOCK_WEEKS * WEEK_DAYS)) {
    const until = daysAfter(monday, BLOCK_WEEKS * WEEK_DAYS);
    made += await db.transaction((tx) => rollUpBlock(tx, series, { from: monday, until }));
    // The embedded database never yields, so requests would get no turn.
    await setImmediate();
  }
  return made;
}

async function rollUpBlock(
  tx: Database,
  series: Series,
  { from, until }: { from: Day; until: Day },
) {
  await lockSeries(tx, series);
  const since = daysAfter(from, -OUTLIER_DAYS);
  const observed = await listObserved(tx, series, { from: since, until });
  const before = await listShownWeeks(tx, series, { from: weekStart(since), until: from });
  const shown = new Set(before.map(({ county, firstDay }) => weekOf(county, firstDay)));
  const cells = makeCells(observed, { kind: series.kind, from, until }, shown);
  await replaceCells(tx, { series, from, until, cells });
  return cells.length;
}

type ShownWeeks = Set<string>;
const weekOf = (county: string, monday: Day) => `${monday} ${county}`;

type Span = { kind: PriceKind; from: Day; until: Day };

/**
 * `observed` also covers the OUTLIER_DAYS before. The newly shown counties are added to `shown`.
 */
export function makeCells(
  observed: readonly Observed[],
  { kind, from, until }: Span,
  shown: ShownWeeks,
): Cell[] {
  const counted = observed.filter(({ isRelated }) => !isRelated);
  const byWeek = groupBy(counted, ({ day }) => weekStart(day));
  const mondays = [...byWeek.keys()].filter((monday) => monday >= from && monday < until).sort();
  return mondays.flatMap((monday) => {
    const since = daysAfter(monday, -OUTLIER_DAYS);
    const before = [...byWeek].flatMap(([week, rows]) =>
      week < monday
        ? rows.filter(({ day, county }) => day >= since && shown.has(weekOf(county, week)))
        : [],
    );
    const { low, high } = usualPrices(before);
    const usual = (byWeek.get(monday) ?? []).filter(
      ({ pricePerKgCents: price }) => price >= low && price <= high,
    );
    return cellsOfWeek(usual, { kind, monday }, shown);
  });
}

/** The shown prices before the week determine the limits, so that a week has one pair of them. */
function usualPrices(before: readonly Observed[]) {
  const prices = sortCounted(
    before.map(({ pricePerKgCents, count }) => ({ value: pricePerKgCents, count })),
  );
  const everything = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  if (prices.reduce((sum, { count }) => sum + count, 0) < OUTLIER_OBSERVATIONS_MIN)
    return everything;
  const median = quantileOf(prices, 0.5);
  const deviations = sortCounted(
    prices.map(({ value, count }) => ({ value: Math.abs(value - median), count })),
  );
  // Otherwise, if more than half ask the same price, any other price would be an outlier.
  const deviation = quantileOf(deviations, 0.5) || median * OUTLIER_LEAST_DEVIATION;
  return {
    low: median - OUTLIER_DEVIATIONS * deviation,
    high: median + OUTLIER_DEVIATIONS * deviation,
  };
}

function cellsOfWeek(
  observed: readonly Observed[],
  { kind, monday }: { kind: PriceKind; monday: Day },
  shown: ShownWeeks,
): Cell[] {
  const weeks = [...groupBy(observed, ({ county }) => county)].map(([county, rows]) => {
    return makeCell(rows, { kind, county, firstDay: monday });
  });
  for (const { county, isShown } of weeks) if (isShown) shown.add(weekOf(county, monday));
  const ofCountry = observed.filter(({ county }) => shown.has(weekOf(county, monday)));
  if (ofCountry.length === 0) return weeks;
  return [...weeks, makeCell(ofCountry, { kind, county: COUNTRY, firstDay: monday })];
}

function makeCell(
  rows: readonly Observed[],
  { kind, ...place }: Pick<Cell, 'county' | 'firstDay'> & { kind: PriceKind },
): Cell {
  const farms = [...groupBy(rows, ({ farmId }) => farmId).values()].map((ofFarm) =>
    medianOf(ofFarm),
  );
  const voices = sortCounted(farms.map((value) => ({ value, count: 1 })));
  const buyers = countDistinct(rows.map(({ buyerId }) => buyerId));
  return {
    ...place,
    medianKes: shownKes(quantileOf(voices, 0.5)),
    lowKes: shownKes(quantileOf(voices, 0.25)),
    highKes: shownKes(quantileOf(voices, 0.75)),
    farms: farms.length,
    buyers,
    orders: countDistinct(rows.map(({ orderId }) => orderId)),
    observations: rows.reduce((sum, { count }) => sum + count, 0),
    isShown: farms.length >= FARMS_SHOWN_MIN && (kind === 'asked' || buyers >= FARMS_SHOWN_MIN),
  };
}

const medianOf = (rows: readonly Observed[]) =>
  quantileOf(
    sortCounted(
      rows.map(({ pricePerKgCents, count }): Counted => ({ value: pricePerKgCents, count })),
    ),
    0.5,
  );

/** Rounds to the step of shown prices; halves round up. */
function shownKes(cents: number) {
  const step = PRICE_STEPS_KES.findLast(({ from }) => cents >= from * 100)?.step ?? 1;
  return Math.floor(cents / 100 / step + 0.5) * step;
}

const countDistinct = (ids: readonly (number | null)[]) =>
  new Set(ids.filter((id) => id !== null)).size;

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

type Counted = { value: number; count: number };

function sortCounted(given: readonly Counted[]): Counted[] {
  const counts = new Map<number, number>();
  for (const { value, count } of given) counts.set(value, (counts.get(value) ?? 0) + count);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => one.value - other.value);
}

/** Interpolates like PostgreSQL's percentile_cont. NaN for an empty list. */
function quantileOf(sorted: readonly Counted[], share: number) {
  const count = sorted.reduce((sum, row) => sum + row.count, 0);
  const place = share * (count - 1);
  const below = valueAt(sorted, Math.floor(place));
  const above = valueAt(sorted, Math.ceil(place));
  return below + (place - Math.floor(place)) * (above - below);
}

function valueAt(sorted: readonly Counted[], place: number) {
  let passed = 0;
  for (const { value, count } of sorted) {
    passed += count;
    if (place < passed) return value;
  }
  return Number.NaN;
}
