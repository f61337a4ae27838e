import * as z from 'zod/mini';
import { named } from '#platform/contract/operation.ts';
import { dayInNairobi, daysAfter, endOfDayInNairobi } from '#platform/rules/day.ts';
import { repeatRounds } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Feature, RunningServices } from '#platform/server/feature.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { ROLL_UP_AFTER_MIDNIGHT_SECONDS } from '#prices/rules/limits.ts';
import { priceNotice } from '#prices/rules/notices.ts';
import { cropPricesInput, moversInput } from '#prices/rules/price-input.ts';
import { findLastProductId } from '#products/server/queries.ts';
import { pricePaths, pricesFile } from './api.ts';
import { findRounds, lockDailyRound, saveObservedDay } from './cell-queries.ts';
import { tellPriceAlerts } from './manage-alerts.ts';
import { observeOfferedPrices } from './observation-queries.ts';
import { rollUpPrices } from './roll-up-prices.ts';
import { priceData } from './tables.ts';

const INTERVAL_MILLISECONDS = 5 * 60 * 1000;

/** A new server answers its first visitors before it rolls up prices. */
const FIRST_PAUSE_MILLISECONDS = 3000;

/** Small enough that the statement ends in time even on a busy database. */
const PRODUCTS_AT_ONCE = 2000;

/** A second process changes nothing. */
export async function observeToday(
  db: Database,
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
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
function isRollUpDue(rolledUpAt: Date | null, now: Date): boolean {
  if (!rolledUpAt) return true;
  const midnight = endOfDayInNairobi(daysAfter(dayInNairobi(now), -1));
  const due = new Date(midnight.getTime() + ROLL_UP_AFTER_MIDNIGHT_SECONDS * 1000);
  return now >= due && rolledUpAt < due;
}

export async function runPriceClock(
  db: Database,
  services: Pick<Services, 'clock' | 'log'>,
  isStopped?: () => boolean,
): Promise<void> {
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
    firstPauseMilliseconds: FIRST_PAUSE_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log: services.log, text: 'the clock of prices missed a round' },
  });
}

const asked = named(
  'AskedPrice',
  z.object({ median: z.number(), low: z.number(), high: z.number(), farms: z.int() }),
);

const paid = named('PaidPrice', z.extend(asked, { orders: z.int() }));

const week = z.object({ week: z.string(), asked: z.nullable(asked), paid: z.nullable(paid) });

const priceApi: ApiDescription = {
  title: 'Prices',
  fields: {
    crop: ['The id of a crop, from GET /api/crops.', 'tomato'],
    county: ['One of the 47 counties; the whole country without it.', 'Nakuru'],
    unit: ['Prices are for one kilogram.', 'kg'],
    'answer.weeks': ['One for each week, the oldest first.'],
    weeks: ['How many weeks, the current one included.', 12],
    week: ['ISO 8601.', '2026-W47'],
    asked: ['What farms ask; null if too few farms sell it.'],
    paid: ['What buyers have paid; null if too few orders were paid.'],
    median: ['KES per kg, whole shillings.', 85],
    low: ['KES per kg. A quarter of the farms is below.', 70],
    high: ['KES per kg. A quarter of the farms is above.', 100],
    farms: ['How many farms.', 12],
    orders: ['How many orders.', 34],
    days: ['Compare with the prices this many days ago.', 7],
    movers: ['The biggest change first.'],
    en: ['The name in English.', 'Tomatoes'],
    sw: ['The name in Swahili.', 'Nyanya'],
    now: ['KES per kg today.', 85],
    before: ['KES per kg then.', 80],
    change: ['Percent, one decimal.', 6.3],
  },
  paths: {
    'GET /api/prices': {
      summary: 'Get the weekly prices of a crop',
      details: 'In whole shillings per kilogram, the oldest week first.',
      by: 'anyone',
      input: cropPricesInput,
      answer: z.object({
        crop: z.string(),
        county: z.nullable(z.string()),
        unit: z.literal('kg'),
        weeks: z.array(week),
      }),
      errors: ['CROP_NOT_FOUND'],
    },
    'GET /api/prices/movers': {
      summary: 'List the crops whose price has changed most',
      by: 'anyone',
      input: moversInput,
      answer: z.object({
        movers: z.array(
          z.object({
            crop: z.string(),
            en: z.string(),
            sw: z.string(),
            now: z.number(),
            before: z.number(),
            change: z.number(),
          }),
        ),
      }),
    },
    'GET /api/prices.csv': {
      summary: 'Download the weekly prices of a crop',
      details: 'The figures of GET /api/prices, and prices that others publish, with their source.',
      by: 'anyone',
      input: cropPricesInput,
      file: ['text/csv'],
      errors: ['CROP_NOT_FOUND'],
    },
  },
};

export const prices: Feature = {
  paths: {
    '/api/prices': pricePaths,
    '/api/prices.csv': pricesFile,
  },
  api: priceApi,
  notices: [priceNotice],
  personalData: priceData,
  start: (db, services) => [startPriceClock(db, services)],
};
