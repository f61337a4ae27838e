import { prices, type Rows, rest } from './guarantee-table.ts';

export const priceGuarantees: Rows = {
  F86: [
    'A price is shown if it comes from at least five farms, or five buyers if it was paid; hidden prices cannot be derived from shown ones',
    prices('make-cells'),
    rest('prices'),
  ],
  D87: [
    'Prices computed from scratch equal those of each night; outliers and sales to oneself are left out',
    prices('roll-up'),
    prices('make-cells'),
    prices('observations'),
  ],
  D88: [
    'A page, its CSV and its JSON have the prices that plain SQL finds in the observations',
    rest('prices'),
    'app/pages/price-pages',
  ],
  C89: [
    'A price alert is sent at most once a day, and never about a hidden price',
    prices('alerts'),
  ],
};
