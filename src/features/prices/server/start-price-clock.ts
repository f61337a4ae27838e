import { ROLL_UP_AFTER_MIDNIGHT_SECONDS } from '#features/prices/rules/limits.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#platform/rules/day.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { observeOfferedPrices } from '#platform/server/db/price-observations.ts';
import type { LiveDatabase } from '#platform/server/live-database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { findLastProductId, findRounds, lockDailyRound, saveObservedDay } from './cells/queries.ts';
import { tellPriceAlerts } from './manage-alerts.ts';
import { rollUpPrices } from './roll-up-prices.ts';

const INTERVAL_MILLISECONDS = 5 * 60 * 1000;
/**
 * Few enough that the statement ends in time on a busy database too, which takes many times as
 * long.
 */
const PRODUCTS_AT_ONCE = 2000;

type Needs = { clock: Clock; log: Logger };

/**
 * Writes down what every offered product asks today, once a day. Another process that does it as
 * well changes nothing.
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

/** Whether half past midnight in Nairobi has come since the last roll-up. */
function isRollUpDue(rolledUpAt: Date | null, now: Date): boolean {
  if (!rolledUpAt) return true;
  const midnight = endOfDayInNairobi(daysAfter(dayInNairobi(now), -1));
  const due = new Date(midnight.getTime() + ROLL_UP_AFTER_MIDNIGHT_SECONDS * 1000);
  return now >= due && rolledUpAt < due;
}

/** One round: what is due of the day's observations and of the night's roll-up. */
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

/** Runs it every five minutes until stopped; `stop` waits for the round that is running. */
export function startPriceClock(db: Database, { live, ...needs }: Needs & { live: LiveDatabase }) {
  const round = async (isStopped: () => boolean) => {
    try {
      await runPriceClock(db, needs, isStopped);
    } catch (error) {
      needs.log.warn({ err: error }, 'the clock of prices missed a round');
    }
  };
  return repeatRounds(round, { pauseMilliseconds: INTERVAL_MILLISECONDS, mayRun: live.isLive });
}
