import { writeCsv } from '#platform/rules/csv.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';
import type { Reader } from '#platform/server/report-layout.ts';
import { unitLabels } from '#products/rules/product-texts.ts';
import type { Figures } from './get-figures.ts';

const columns = [
  ...(['week', 'county', 'crop', 'quantity', 'unit'] as const),
  ...(['orders', 'farms', 'counties', 'crops', 'sales_kes'] as const),
];

/**
 * A row for each week, and one for each of its crops. The names are always English, so that the
 * file is the same in both languages.
 */
export function writeFiguresCsv({ county, weeks, crops }: Figures): string {
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
