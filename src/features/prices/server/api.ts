import { Hono } from 'hono';
import { findCrop } from '#products/rules/crops.ts';
import { writeCsv } from '#rules/csv.ts';
import { answerFromMemory, cacheKeyOf } from '#server/http/operation-paths.ts';
import { answerError, numberOf, type RequestEnv } from '#server/http/rest.ts';
import { mutation, query } from '#server/procedures.ts';
import * as operations from '../contract.ts';
import { cropPricesInput } from '../rules/price-input.ts';
import * as browsing from './get-price-pages.ts';
import { type AskedPrice, listPricesOfFarmer, type PaidPrice } from './get-prices.ts';
import * as alerts from './manage-alerts.ts';

export const market = {
  prices: query(operations.browsePrices, browsing.browsePrices),
  priceMovers: query(operations.browseMovers, browsing.browseMovers),
  priceHint: query(operations.browsePriceHint, browsing.browsePriceHint),
  priceOverview: query(operations.browsePriceOverview, browsing.browsePriceOverview),
  cropPage: query(operations.browseCropPage, browsing.browseCropPage),
};

export const farmer = { prices: query(operations.listPricesOfFarmer, listPricesOfFarmer) };

export const priceAlerts = {
  list: query(operations.listPriceAlerts, alerts.listPriceAlerts),
  set: mutation(operations.setPriceAlert, alerts.setPriceAlert),
  remove: mutation(operations.removePriceAlert, alerts.removePriceAlert),
  opened: mutation(operations.markPricesOpened, alerts.markPricesOpened),
};

const HEAD = [
  ...(['week', 'crop', 'county', 'unit'] as const),
  ...(['asked_median', 'asked_low', 'asked_high', 'asked_farms'] as const),
  ...(['paid_median', 'paid_low', 'paid_high', 'paid_farms', 'paid_orders'] as const),
  ...([
    'reference_source',
    'reference_wholesale',
    'reference_retail',
    'reference_markets',
  ] as const),
  // Last, so that older columns keep their places.
  'agrovoc' as const,
];

const askedCells = (price: AskedPrice | PaidPrice | null) =>
  price ? [price.median, price.low, price.high, price.farms] : ['', '', '', ''];

export const pricesFile = new Hono<RequestEnv>().get('/', (c) => {
  const { services, clientAddress } = c.get('context');
  const { crop, county, weeks } = c.req.query();
  return answerFromMemory(c, {
    stored: services.storedAnswers,
    findView: () => 'prices',
    key: cacheKeyOf(c),
    clientAddress,
    async ask() {
      try {
        const input = cropPricesInput.parse({
          crop: crop || undefined,
          county: county || undefined,
          weeks: weeks ? numberOf(weeks) : undefined,
        });
        const read = () => browsing.browsePublishedPrices(services, input);
        const prices = await services.calls.run({ clientAddress }, read);
        return c.body(writePricesCsv(prices), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
      } catch (error) {
        return answerError(c, error);
      }
    },
  });
});

type Prices = Awaited<ReturnType<typeof browsing.browsePublishedPrices>>;

/** One line for each week, and another for each source of published prices. */
function writePricesCsv({ crop, county, unit, weeks, reference }: Prices) {
  const concept = findCrop(crop)?.agrovoc ?? '';
  const rows = weeks.flatMap(({ week, asked, paid }) => {
    const own = [
      week,
      crop,
      county ?? '',
      unit,
      ...askedCells(asked),
      ...askedCells(paid),
      paid?.orders ?? '',
    ];
    const published = reference.filter((row) => row.week === week);
    if (published.length === 0) return [[...own, '', '', '', '', concept]];
    return published.map(({ source, wholesale, retail, markets }) => [
      ...own,
      source,
      wholesale ?? '',
      retail ?? '',
      markets,
      concept,
    ]);
  });
  return writeCsv([HEAD, ...rows]);
}
