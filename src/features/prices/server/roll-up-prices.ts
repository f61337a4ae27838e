import {
  OUTLIER_DAYS,
  ROLL_UP_LEASE_SECONDS,
  ROLL_UP_OVERLAP_SECONDS,
} from '#features/prices/rules/limits.ts';
import { weekStart } from '#features/prices/rules/price.ts';
import { type Day, daysAfter } from '#platform/rules/day.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { makeCells, weekOf } from './cells/make-cells.ts';
import {
  announcePrices,
  endRollUp,
  findLastDay,
  findRounds,
  leaseRollUp,
  listChangedSeries,
  listObserved,
  listShownWeeks,
  lockSeries,
  replaceCells,
  type Series,
} from './cells/queries.ts';

const WEEK_DAYS = 7;
/** So many are read and written at once: four months of a crop are some thousand rows. */
const BLOCK_WEEKS = 16;

type RolledUp = { series: number; cells: number };
type Options = { isFromScratch?: boolean };

/**
 * Makes cells of what was observed since the last roll-up, or of everything from scratch: the same
 * rows. A week is made again from the first day on which something was added, with all weeks after
 * it, because it decides which of their observations are outliers.
 * @returns how much was made; null when another process is at it, or this one stops
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
    // A transaction that was open then has committed since: none lasts for an hour.
    const since =
      isFromScratch || !rolledUpAt ? null : secondsAfter(rolledUpAt, -ROLL_UP_OVERLAP_SECONDS);
    const changed = await listChangedSeries(db, since);
    let cells = 0;
    for (const { first, ...series } of changed) {
      // The next process takes it up where this one's last roll-up ended.
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

/**
 * Makes the cells of one crop and kind from a Monday on, some weeks at a time. @returns how many
 */
async function rollUpSeries(db: Database, { kind, crop }: Series, from: Day): Promise<number> {
  const series = { kind, crop };
  const last = (await findLastDay(db, series)) ?? from;
  let made = 0;
  for (let monday = from; monday <= last; monday = daysAfter(monday, BLOCK_WEEKS * WEEK_DAYS)) {
    const until = daysAfter(monday, BLOCK_WEEKS * WEEK_DAYS);
    made += await db.transaction((tx) => rollUpBlock(tx, series, { from: monday, until }));
  }
  return made;
}

async function rollUpBlock(
  tx: Database,
  series: Series,
  { from, until }: { from: Day; until: Day },
): Promise<number> {
  await lockSeries(tx, series);
  const since = daysAfter(from, -OUTLIER_DAYS);
  const observed = await listObserved(tx, series, { from: since, until });
  const before = await listShownWeeks(tx, series, { from: weekStart(since), until: from });
  const shown = new Set(before.map(({ county, firstDay }) => weekOf(county, firstDay)));
  const cells = makeCells(observed, { kind: series.kind, from, until }, shown);
  await replaceCells(tx, { series, from, until, cells });
  return cells.length;
}
