import { type Guarantee, row } from './guarantee-table.ts';

const prices = (name: string) => `features/prices/${name}.test.ts`;
const REST = 'app/rest/prices.test.ts';

/** The guarantees about prices. */
export const priceGuarantees: Guarantee[] = [
  row(
    'F86',
    'A price is shown if it comes from at least five farms, or five buyers if it was paid; hidden prices cannot be derived from shown ones',
    prices('make-cells'),
    REST,
  ),
  row(
    'D87',
    'Prices computed from scratch equal those of each night; outliers and sales to oneself are left out',
    prices('roll-up'),
    prices('make-cells'),
    prices('observations'),
  ),
  row(
    'D88',
    'A page, its CSV and its JSON have the prices that plain SQL finds in the observations',
    REST,
    'app/pages/price-pages.test.ts',
  ),
  row(
    'C89',
    'A price alert is sent at most once a day, and never about a hidden price',
    prices('alerts'),
  ),
];
