import { writeCsv } from '#platform/rules/csv.ts';
import { findCrop } from '#products/rules/crops.ts';
import type { AskedPrice, getPrices, PaidPrice } from './get-prices.ts';

type Prices = Awaited<ReturnType<typeof getPrices>>;

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

/** One line for each week, and another for each source of published prices. */
export function writePricesCsv({ crop, county, unit, weeks, reference }: Prices): string {
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

const askedCells = (price: AskedPrice | PaidPrice | null) =>
  price ? [price.median, price.low, price.high, price.farms] : ['', '', '', ''];
