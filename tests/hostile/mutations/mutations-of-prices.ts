import { edit, type Mutation } from './mutation.ts';

const CELLS = 'features/prices/server/cells/make-cells.ts';
const PRICES = 'server/modules/prices';

/** Guards of what prices show, and to whom. */
export const mutationsOfPrices: Mutation[] = [
  {
    name: 'five-farms',
    removes: 'a price that fewer than five farms ask is hidden',
    edits: [edit(CELLS, 'farms >= FARMS_SHOWN_MIN &&', 'farms > 0 &&')],
    tests: [`${PRICES}/make-cells.test.ts`],
    project: 'embedded',
  },
  {
    name: 'five-buyers',
    removes: 'a price that fewer than five buyers paid is hidden',
    edits: [edit(CELLS, "(kind === 'asked' || buyers >= FARMS_SHOWN_MIN)", "(kind === 'asked' || buyers > 0)")],
    tests: [`${PRICES}/make-cells.test.ts`],
    project: 'embedded',
  },
  {
    name: 'country-of-what-is-shown',
    removes: 'the country is made of the counties that are shown, or the hidden ones were the rest',
    edits: [
      edit(
        CELLS,
        'observed.filter(({ county }) => shown.has(weekOf(county, monday)))',
        'observed.filter(({ county }) => county)',
      ),
    ],
    tests: [`${PRICES}/make-cells.test.ts`],
    project: 'embedded',
  },
  {
    name: 'outliers-by-what-is-shown',
    removes: 'what is hidden does not move the border of outliers',
    edits: [edit(CELLS, 'day < monday && shown.has(weekOf(county, weekStart(day)))', 'day < monday && county')],
    tests: [`${PRICES}/make-cells.test.ts`],
    named: 'cannot be found',
    project: 'embedded',
  },
  {
    name: 'outliers',
    removes: 'maize at one shilling is left out',
    edits: [edit(CELLS, 'price >= low && price <= high', 'price >= 0 && (low <= high || price > 0)')],
    tests: [`${PRICES}/make-cells.test.ts`, `${PRICES}/roll-up.test.ts`],
    project: 'embedded',
  },
  {
    name: 'sales-to-oneself',
    removes: 'a sale between accounts of one person is left out',
    edits: [edit(CELLS, 'observed.filter(({ isRelated }) => !isRelated)', 'observed.filter(({ day }) => day)')],
    tests: [`${PRICES}/make-cells.test.ts`],
    project: 'embedded',
  },
  {
    name: 'paid-after-its-week',
    removes: 'what was paid is shown once its week is over, or each night would tell what the day has added',
    edits: [
      edit('features/prices/server/series/queries.ts', 'lt(priceCells.firstDay, thisWeek)', 'lte(priceCells.firstDay, thisWeek)'),
    ],
    tests: ['app/rest/prices.test.ts'],
    named: 'once its week is over',
    project: 'embedded',
  },
  {
    name: 'weeks-alone',
    removes: 'a cell that is hidden is no answer',
    edits: [
      edit(
        'features/prices/server/series/queries.ts',
        'eq(priceCells.isShown, sql`true`)',
        'eq(priceCells.isShown, priceCells.isShown)',
      ),
    ],
    tests: ['app/rest/prices.test.ts'],
    named: 'four farms',
    project: 'embedded',
  },
  {
    name: 'alert-once-a-day',
    removes: 'a price alert is told once a day at most',
    edits: [edit('features/prices/server/alerts/queries.ts', 'priceAlerts.toldOn} < ', 'priceAlerts.toldOn} <= ')],
    tests: [`${PRICES}/alerts.test.ts`],
    project: 'embedded',
  },
  {
    name: 'no-price-of-a-bag',
    removes: 'a published price of a bag is not taken for one of a kilogram',
    edits: [
      edit(
        'features/prices/server/reference/read-kamis.ts',
        'if (!/^(kgs?|kilos?|kilograms?)\\.?$/i.test(unit))',
        'if (unit === null)',
      ),
    ],
    tests: [`${PRICES}/reference.test.ts`],
    project: 'embedded',
  },
];
