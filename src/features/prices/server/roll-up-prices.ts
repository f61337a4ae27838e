import { setImmediate } from 'node:timers/promises';
import { type Day, daysAfter, weekStart } from '#platform/rules/day.ts';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  OUTLIER_DAYS,
  ROLL_UP_LEASE_SECONDS,
  ROLL_UP_OVERLAP_SECONDS,
} from '#prices/rules/limits.ts';
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
} from './cell-queries.ts';
import { makeCells, weekOf } from './make-cells.ts';

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

/** Returns the number of cells. */
async function rollUpSeries(db: Database, { kind, crop }: Series, from: Day): Promise<number> {
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
