import { findLastProductId } from '#products/server/queries.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#rules/day.ts';
import { repeatRounds } from '#server/clock.ts';
import { describeOperations } from '#server/openapi/api-description.ts';
import * as operations from '../contract.ts';
import { ROLL_UP_AFTER_MIDNIGHT_SECONDS } from '../rules/price.ts';
import { cropPricesInput } from '../rules/price-input.ts';
import { pricesFile } from './api.ts';
import { findRounds, lockDailyRound, saveObservedDay } from './cell-queries.ts';
import { priceNotice, tellPriceAlerts } from './manage-alerts.ts';
import { observeOfferedPrices } from './observation-queries.ts';
import { rollUpPrices } from './roll-up-prices.ts';
import { priceData } from './tables.ts';

const INTERVAL_MILLISECONDS = 5 * 60 * 1000;

/** Small enough that the statement ends in time even on a busy database. */
const PRODUCTS_AT_ONCE = 2000;

/** A second process changes nothing. */
export async function observeToday(db: Database, { clock }: Pick<Services, 'clock'>) {
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

/** Due from half past midnight in Nairobi. */
function isRollUpDue(rolledUpAt: Date | null, now: Date) {
  if (!rolledUpAt) return true;
  const midnight = endOfDayInNairobi(daysAfter(dayInNairobi(now), -1));
  const due = new Date(midnight.getTime() + ROLL_UP_AFTER_MIDNIGHT_SECONDS * 1000);
  return now >= due && rolledUpAt < due;
}

export async function runPriceClock(
  db: Database,
  services: Pick<Services, 'clock' | 'log'>,
  isStopped?: () => boolean,
) {
  await observeToday(db, services);
  const { rolledUpAt } = await findRounds(db);
  if (!isRollUpDue(rolledUpAt, services.clock())) return;
  const done = await rollUpPrices(db, {}, { ...services, isStopped });
  if (!done) return;
  const alerts = await tellPriceAlerts(db, services);
  services.log.info({ ...done, alerts }, 'prices are rolled up');
}

function startPriceClock(db: Database, { live, ...services }: RunningServices) {
  return repeatRounds((isStopped) => runPriceClock(db, services, isStopped), {
    pauseMilliseconds: INTERVAL_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the clock of prices missed a round' },
  });
}

export const prices: Feature = {
  paths: { '/api/prices.csv': pricesFile },
  api: describeOperations('Prices', operations, {
    'GET /api/prices.csv': {
      summary: 'Download the weekly prices of a crop',
      details: 'The figures of GET /api/prices, and prices that others publish, with their source.',
      by: 'anyone',
      input: cropPricesInput,
      file: ['text/csv'],
      errors: ['CROP_NOT_FOUND'],
    },
  }),
  notices: [priceNotice],
  personalData: priceData,
  start: (db, services) => [startPriceClock(db, services)],
};
