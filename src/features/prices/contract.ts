import * as z from 'zod/mini';
import { named, noted, operation } from '#platform/contract.ts';
import {
  countyPricesInput,
  cropPageInput,
  cropPricesInput,
  moversInput,
  priceHintInput,
  priceOverviewInput,
  removePriceAlertInput,
  setPriceAlertInput,
} from './rules/price-input.ts';

const shown = { by: 'anyone', shows: 'prices' } as const;

const text = z.string();
const price = z.number();

const asked = named(
  'AskedPrice',
  z.object({
    median: noted(price, 'KES per kg, whole shillings.', 85),
    low: noted(price, 'KES per kg. A quarter of the farms is below.', 70),
    high: noted(price, 'KES per kg. A quarter of the farms is above.', 100),
    farms: noted(z.int(), 'How many farms.', 12),
  }),
);
const paid = named(
  'PaidPrice',
  z.extend(asked, { orders: noted(z.int(), 'How many orders.', 34) }),
);
const week = noted(text, 'ISO 8601.', '2026-W47');

export const browsePrices = operation({
  ...shown,
  rest: 'GET /api/prices',
  summary: 'Get the weekly prices of a crop',
  details: 'In whole shillings per kilogram, the oldest week first.',
  input: cropPricesInput,
  answer: z.object({
    crop: text,
    county: z.nullable(text),
    unit: noted(z.literal('kg'), 'Prices are for one kilogram.', 'kg'),
    weeks: noted(
      z.array(
        z.object({
          week,
          asked: noted(z.nullable(asked), 'What farms ask; null if too few farms sell it.'),
          paid: noted(z.nullable(paid), 'What buyers have paid; null if too few orders were paid.'),
        }),
      ),
      'One for each week, the oldest first.',
    ),
  }),
  notes: {
    crop: ['The id of a crop, from GET /api/crops.', 'tomato'],
    county: ['One of the 47 counties; the whole country without it.', 'Nakuru'],
    'input.weeks': ['How many weeks, the current one included.', 12],
  },
  errors: ['CROP_NOT_FOUND'],
});

export const browseMovers = operation({
  ...shown,
  rest: 'GET /api/prices/movers',
  summary: 'List the crops whose price has changed most',
  input: moversInput,
  answer: z.object({
    movers: noted(
      z.array(
        z.object({
          crop: text,
          en: noted(text, 'The name in English.', 'Tomatoes'),
          sw: noted(text, 'The name in Swahili.', 'Nyanya'),
          now: noted(price, 'KES per kg today.', 85),
          before: noted(price, 'KES per kg then.', 80),
          change: noted(price, 'Percent, one decimal.', 6.3),
        }),
      ),
      'The biggest change first.',
    ),
  }),
  notes: { days: ['Compare with the prices this many days ago.', 7] },
});
export const browsePriceHint = operation({ ...shown, input: priceHintInput });
export const browsePriceOverview = operation({ ...shown, input: priceOverviewInput });
export const browseCropPage = operation({ ...shown, input: cropPageInput });

export const listPricesOfFarmer = operation({ by: 'farmer' });

/* All operations except `opened` answer all of the user's alerts. */
export const listPriceAlerts = operation({ by: 'user' });
export const setPriceAlert = operation({ by: 'user', input: setPriceAlertInput });
export const removePriceAlert = operation({
  by: 'user',
  own: 'price alert',
  input: removePriceAlertInput,
});
export const markPricesOpened = operation({ by: 'user', input: countyPricesInput });
