/*
 * Sales by week, for people who may not see anybody's own. Nothing is shown under FARMS_SHOWN_MIN
 * farms or buyers, and subtraction may not reveal it:
 * - The country's figures are the sums of the counties that are shown.
 * - If a county's hidden crops together come from too few, the shown crop of the fewest farms is
 * hidden too.
 * - Only whole weeks are shown, because a week minus its first days would be the last day.
 */

import { FARMS_SHOWN_MIN } from '#prices/rules/price.ts';
import { findCrop } from '#products/rules/crops.ts';
import { unitLabels } from '#products/rules/product-texts.ts';
import { shillingsOf } from '#rules/amounts.ts';
import type { County } from '#rules/counties.ts';
import { writeCsv } from '#rules/csv.ts';
import { dayInNairobi, daysAfter, weekStart } from '#rules/day.ts';
import { DAY_SECONDS } from '#rules/limits.ts';
import { heavyWork } from '#server/heavy-work.ts';
import type { Reader } from '#server/report-layout.ts';
import { FIGURE_WEEKS_MAX } from '../rules/desk-input.ts';
import {
  type CountyWeek,
  type CropWeek,
  countWeeks,
  type FigureCrop,
  type Figures,
  type FigureWeek,
  readWeeks,
} from './figure-queries.ts';

type Wanted = { county?: County | null | undefined; weeks: number; now: Date };

const mondaysBefore = (now: Date, weeks: number): Day[] => {
  const until = weekStart(dayInNairobi(now));
  return Array.from({ length: weeks }, (_, index) => daysAfter(until, 7 * (index - weeks)));
};

/** So often that getFigures finds all weeks counted. */
export const countFigures = (db: Database, now: Date) =>
  countWeeks(db, {
    weeks: mondaysBefore(now, FIGURE_WEEKS_MAX),
    now,
    afterSeconds: DAY_SECONDS / 2,
  });

export async function getFigures(
  db: Database,
  { county = null, weeks, now }: Wanted,
): Promise<Figures> {
  const mondays = mondaysBefore(now, weeks);
  const until = weekStart(dayInNairobi(now));
  await countWeeks(db, { weeks: mondays, now, afterSeconds: DAY_SECONDS });
  const { counties, crops: cropWeeks } = await readWeeks(db, mondays, county);
  const crops = addUp(withoutRests(cropWeeks));
  return {
    county,
    from: daysAfter(until, -7 * weeks),
    to: daysAfter(until, -1),
    weeks: mondays.map((week) => ({ week, shown: weekOf(week, counties, crops) })),
    crops: crops.map(
      ({ crop, cents, ...row }): FigureCrop => ({
        ...row,
        crop: cropName(crop),
        sales: shillingsOf(cents),
      }),
    ),
  };
}

function cropName(id: string): FigureCrop['crop'] {
  const crop = findCrop(id);
  return crop && { en: crop.english, sw: crop.swahili };
}

type Added = Pick<CropWeek, 'week' | 'crop' | 'unit' | 'quantity' | 'orders' | 'farms' | 'cents'>;

function weekOf(
  week: Day,
  counties: readonly CountyWeek[],
  crops: readonly Added[],
): FigureWeek['shown'] {
  const rows = counties.filter((row) => row.week === week);
  if (rows.length === 0) return null;
  const shownCrops = crops.filter((row) => row.week === week && row.crop !== '');
  return {
    orders: sum(rows, ({ orders }) => orders),
    farms: sum(rows, ({ farms }) => farms),
    counties: rows.length,
    crops: new Set(shownCrops.map(({ crop }) => crop)).size,
    sales: shillingsOf(sum(rows, ({ cents }) => cents)),
  };
}

/** Hides one more crop where the rest of a county's week would be of too few. */
function withoutRests(rows: readonly CropWeek[]): CropWeek[] {
  return groupBy(rows, ({ week, county }) => `${week} ${county}`).flatMap((ofPlace) => {
    const [fewest] = ofPlace;
    const isRevealing =
      fewest?.hasHidden &&
      (fewest.hiddenFarms < FARMS_SHOWN_MIN || fewest.hiddenBuyers < FARMS_SHOWN_MIN);
    return isRevealing ? ofPlace.slice(1) : ofPlace;
  });
}

function addUp(rows: readonly CropWeek[]): Added[] {
  const groups = groupBy(rows, ({ week, crop, unit }) => `${week} ${crop} ${unit}`);
  const added = groups.flatMap((group): Added[] => {
    const [first] = group;
    if (!first) return [];
    const { week, crop, unit } = first;
    return [
      {
        week,
        crop,
        unit,
        quantity: sum(group, ({ quantity }) => quantity),
        orders: sum(group, ({ orders }) => orders),
        farms: sum(group, ({ farms }) => farms),
        cents: sum(group, ({ cents }) => cents),
      },
    ];
  });
  return added.sort((one, other) => one.week.localeCompare(other.week) || other.cents - one.cents);
}

const sum = <Row>(rows: readonly Row[], figureOf: (row: Row) => number) =>
  rows.reduce((total, row) => total + figureOf(row), 0);

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}

const columns = [
  ...(['week', 'county', 'crop', 'quantity', 'unit'] as const),
  ...(['orders', 'farms', 'counties', 'crops', 'sales_kes'] as const),
];

/**
 * A row for each week, and one for each of its crops. The names are always English, so that the
 * file is the same in both languages.
 */
export function writeFiguresCsv({ county, weeks, crops }: Figures) {
  const place = county ?? '';
  const rows = weeks.flatMap(({ week, shown }) => [
    shown
      ? [
          week,
          place,
          '',
          '',
          '',
          shown.orders,
          shown.farms,
          shown.counties,
          shown.crops,
          shown.sales,
        ]
      : [week, place, '', '', '', '', '', '', '', ''],
    ...crops
      .filter((row) => row.week === week)
      .map(({ crop, quantity, unit, orders, farms, sales }) => [
        week,
        place,
        crop?.en ?? 'other produce',
        quantity,
        unitLabels[unit]({}, { locale: 'en' }),
        orders,
        farms,
        '',
        '',
        sales,
      ]),
  ]);
  return writeCsv([columns, ...rows]);
}

export const fileNameOf = ({ county, from, to }: Figures, ending: 'csv' | 'pdf') =>
  `sokoshamba-${(county ?? 'kenya').toLowerCase().replace(/[^a-z]+/g, '-')}-${from}-${to}.${ending}`;

type Asked = Reader & { madeAt: Date; operator: string };

/** In base64. */
export async function writeFiguresPdf(figures: Figures, { madeAt, operator, ...reader }: Asked) {
  // Loaded with the first report, because the library takes memory that most servers never need.
  const { drawFigures } = await import('./draw-figures.ts');
  return heavyWork.run(`operator ${operator}`, async () => {
    const parts: Buffer[] = [];
    for await (const part of drawFigures({ figures, madeAt }, reader)) parts.push(part);
    return Buffer.concat(parts).toString('base64');
  });
}
