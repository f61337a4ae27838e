import * as z from 'zod/mini';
import { cropPricesInput, moversInput } from '#features/prices/rules/price-input.ts';
import { named } from '#platform/contract/answers.ts';
import type { ApiDescription } from '#platform/server/openapi/api-description.ts';

const asked = named(
  'AskedPrice',
  z.object({ median: z.number(), low: z.number(), high: z.number(), farms: z.int() }),
);
const paid = named('PaidPrice', z.extend(asked, { orders: z.int() }));
const week = z.object({ week: z.string(), asked: z.nullable(asked), paid: z.nullable(paid) });

export const priceApi: ApiDescription = {
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
