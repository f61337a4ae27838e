import { ROLL_UP_AFTER_MIDNIGHT_SECONDS } from '#features/prices/rules/limits.ts';
import { findLastProductId } from '#features/products/server/queries.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#platform/rules/day.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { findRounds, lockDailyRound, saveObservedDay } from './cells/queries.ts';
import { tellPriceAlerts } from './manage-alerts.ts';
import { observeOfferedPrices } from './observation-queries.ts';
import { rollUpPrices } from './roll-up-prices.ts';

const INTERVAL_MILLISECONDS = 5 * 60 * 1000;
/** A new server answers its first visitors before it rolls up prices, which takes seconds. */
const FIRST_PAUSE_MILLISECONDS = 3000;
/**
 * Small enough that the statement ends in time even on a busy database, where it takes many times
 * as long.
 */
const PRODUCTS_AT_ONCE = 2000;

type Needs = { clock: Clock; log: Logger };

/**
 * Records today's asked price of every offered product, once a day. A second process that does the
 * same changes nothing.
 */
export async function observeToday(db: Database, { clock }: Pick<Needs, 'clock'>): Promise<void> {
  const now = clock();
  const today = dayInNairobi(now);
  if ((await findRounds(db)).observedDay === today) return;
  const last = await findLastProductId(db);
  for (let after = 0; after < last; after += PRODUCTS_AT_ONCE) {
    await db.transaction(async (tx) => {
      await lockDailyRound(tx);
      await observeOfferedPrices(tx, { after, until: after + PRODUCTS_AT_ONCE }, now);
    });
  }
  await saveObservedDay(db, today);
}

/**
 * Whether the time of the nightly roll-up (half past midnight in Nairobi) has passed since the last
 * one.
 */
function isRollUpDue(rolledUpAt: Date | null, now: Date): boolean {
  if (!rolledUpAt) return true;
  const midnight = endOfDayInNairobi(daysAfter(dayInNairobi(now), -1));
  const due = new Date(midnight.getTime() + ROLL_UP_AFTER_MIDNIGHT_SECONDS * 1000);
  return now >= due && rolledUpAt < due;
}

/** One round: the day's observations and the nightly roll-up, if they are due. */
export async function runPriceClock(
  db: Database,
  needs: Needs,
  isStopped?: () => boolean,
): Promise<void> {
  await observeToday(db, needs);
  const { rolledUpAt } = await findRounds(db);
  if (!isRollUpDue(rolledUpAt, needs.clock())) return;
  const done = await rollUpPrices(db, {}, { ...needs, isStopped });
  if (!done) return;
  const alerts = await tellPriceAlerts(db, needs);
  needs.log.info({ ...done, alerts }, 'prices are rolled up');
}

/** Runs a round every five minutes until stopped; `stop` waits for the current round. */
export function startPriceClock(db: Database, { live, ...needs }: Needs & { live: LiveDatabase }) {
  return repeatRounds((isStopped) => runPriceClock(db, needs, isStopped), {
    pauseMilliseconds: INTERVAL_MILLISECONDS,
    firstPauseMilliseconds: FIRST_PAUSE_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log: needs.log, text: 'the clock of prices missed a round' },
  });
}
