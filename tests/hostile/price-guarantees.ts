import type { Guarantee } from './guarantee-table.ts';

const prices = (name: string) => `features/prices/${name}.test.ts`;
const REST = 'app/rest/prices.test.ts';

const row = (id: string, promise: string, ...files: string[]): Guarantee => ({
  id,
  promise,
  files,
});

/** The guarantees about prices. */
export const priceGuarantees: Guarantee[] = [
  row(
    'F86',
    'A price is shown from five farms on, and from five buyers where it was paid; nothing that is hidden can be found from what is shown',
    prices('make-cells'),
    REST,
  ),
  row(
    'D87',
    'Prices made again from scratch are those of every night; outliers and sales to oneself are left out',
    prices('roll-up'),
    prices('make-cells'),
    prices('observations'),
  ),
  row(
    'D88',
    'A page, its CSV and its JSON have the prices that plain SQL finds in what was observed',
    REST,
    'app/pages/price-pages.test.ts',
  ),
  row(
    'C89',
    'A price alert is told once a day at most, and of nothing that is hidden',
    prices('alerts'),
  ),
];
