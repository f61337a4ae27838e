import fc from 'fast-check';
import type { PriceKind } from '#prices/rules/price.ts';
import type { Cell, Observed } from '#prices/server/cell-queries.ts';
import { makeCells } from '#prices/server/roll-up-prices.ts';
import { daysAfter, weekStart } from '#rules/day.ts';

const MONDAY = '2026-03-02';
const until = daysAfter(MONDAY, 7 * 20);

const asked = (farmId: number, price: number, given: Partial<Observed> = {}): Observed => ({
  ...{ day: MONDAY, county: 'Nyeri', farmId, buyerId: null, orderId: null },
  ...{ isRelated: false, count: 1 },
  pricePerKgCents: price * 100,
  ...given,
});
const cellsOf = (observed: readonly Observed[], kind: PriceKind = 'asked') =>
  makeCells(observed, { kind, from: MONDAY, until }, new Set());
const shownOf = (cells: readonly Cell[]) => cells.filter(({ isShown }) => isShown);
const weekIn = (cells: readonly Cell[], county = 'Nyeri', firstDay = MONDAY) =>
  cells.find((cell) => cell.county === county && cell.firstDay === firstDay);

test('a price cell is hidden with four farms and shown with five', () => {
  expect(shownOf(cellsOf([1, 2, 3, 4].map((farm) => asked(farm, 50))))).toEqual([]);
  const shown = shownOf(cellsOf([1, 2, 3, 4, 5].map((farm) => asked(farm, 50))));
  expect(shown.map(({ county, farms }) => [county, farms])).toEqual([
    ['Nyeri', 5],
    ['', 5],
  ]);
});

test('a price cell of paid prices needs five buyers as well', () => {
  const paidBy = (buyers: number) =>
    [1, 2, 3, 4, 5].map((farm) => asked(farm, 50, { buyerId: farm % buyers, orderId: farm }));
  expect(shownOf(cellsOf(paidBy(4), 'paid'))).toEqual([]);
  const shown = weekIn(shownOf(cellsOf(paidBy(5), 'paid')));
  expect(shown).toMatchObject({ farms: 5, buyers: 5, orders: 5 });
});

test("a price cell has the farms' median and interquartile range, rounded to five shillings from twenty on, halves up", () => {
  const cell = weekIn(cellsOf([10, 12.5, 32.5, 42.4, 50].map((price, farm) => asked(farm, price))));
  expect(cell).toMatchObject({ lowKes: 13, medianKes: 35, highKes: 40 });
  const dear = weekIn(cellsOf([10, 196, 214, 1024, 2000].map((price, farm) => asked(farm, price))));
  expect(dear).toMatchObject({ lowKes: 195, medianKes: 210, highKes: 1000 });
});

test("F115: a price cell does not reveal the fifth farm's price to somebody who controls the other four", () => {
  const own = [1, 1, 999, 999].map((price, farm) => asked(farm + 1, price));
  const medians = Array.from(
    { length: 61 },
    (_, at) => weekIn(cellsOf([...own, asked(5, 40 + at)]))?.medianKes,
  );
  // 61 prices from 40 to 100, and each shown value may stand for five.
  expect(new Set(medians)).toEqual(new Set([40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]));
});

test('a price cell counts each farm once, however much it lists', () => {
  const others = [1, 2, 3, 4, 5].map((farm) => asked(farm, 50));
  const loud = Array.from({ length: 300 }, (_, at) => asked(6, 500 + at));
  expect(weekIn(cellsOf([...others, ...loud]))).toMatchObject({
    medianKes: 50,
    farms: 6,
    observations: 305,
  });
});

test('a price cell leaves out sales between accounts of one person', () => {
  const sales = [1, 2, 3, 4, 5].map((farm) => asked(farm, 50, { buyerId: farm, orderId: farm }));
  const related = asked(6, 1, { buyerId: 6, orderId: 6, isRelated: true });
  expect(weekIn(cellsOf([...sales, related], 'paid'))).toMatchObject({
    farms: 5,
    orders: 5,
    lowKes: 50,
  });
  expect(shownOf(cellsOf([...sales.slice(1), related], 'paid'))).toEqual([]);
});

const before = [1, 2, 3, 4, 5].flatMap((farm) =>
  [0, 1, 2, 3].map((day) => asked(farm, 48 + farm, { day: daysAfter(MONDAY, day) })),
);
const next = daysAfter(MONDAY, 7);
const week = [1, 2, 3, 4, 5].map((farm) => asked(farm, 50, { day: next }));
const farmsWith = (observed: Observed[], extra: number) =>
  weekIn(cellsOf([...observed, ...week, asked(6, extra, { day: next })]), 'Nyeri', next)?.farms;

test('outliers: more than four median deviations from the median of the days before are left out, and at exactly four are kept', () => {
  // The median is 51 and the median deviation 1.
  expect([1, 46, 47, 55, 56].map((price) => farmsWith(before, price))).toEqual([5, 5, 6, 6, 5]);
});

test('outliers do not exist among fewer than twenty observations', () => {
  expect(farmsWith(before.slice(1), 1)).toBe(6);
});

test('outliers are judged by a tenth of the median if all prices were equal', () => {
  const same = before.map((row) => ({ ...row, pricePerKgCents: 5000 }));
  expect([29, 30, 70, 71].map((price) => farmsWith(same, price))).toEqual([5, 6, 6, 5]);
});

test('outliers are judged by sixty days and no more', () => {
  const ago = (days: number) => before.map((row) => ({ ...row, day: daysAfter(next, -days) }));
  const farms = (days: number) => {
    const from = daysAfter(MONDAY, -7 * 12);
    const observed = [...ago(days), ...week, asked(6, 1, { day: next })];
    return weekIn(makeCells(observed, { kind: 'asked', from, until }, new Set()), 'Nyeri', next)
      ?.farms;
  };
  expect([farms(60), farms(61)]).toEqual([5, 6]);
});

const places = ['Nyeri', 'Kisii', 'Meru'];
const observation = fc.record({
  day: fc.integer({ min: 0, max: 69 }).map((days) => daysAfter(MONDAY, days)),
  county: fc.constantFrom(...places),
  farmId: fc.integer({ min: 1, max: 9 }),
  buyerId: fc.option(fc.integer({ min: 1, max: 9 })),
  orderId: fc.option(fc.integer({ min: 1, max: 40 })),
  pricePerKgCents: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 4000, max: 6000 }) },
    fc.integer({ min: 1, max: 100_000 }),
  ),
  isRelated: fc.integer({ min: 0, max: 9 }).map((tenth) => tenth === 0),
  count: fc.integer({ min: 1, max: 3 }),
});
const histories = fc.record({
  kind: fc.constantFrom<PriceKind>('asked', 'paid'),
  observed: fc.array(observation, { minLength: 40, maxLength: 250, size: 'max' }),
});

test('hidden prices cannot be inferred: whatever they are, or if there are none, everything shown is the same', () => {
  let hidden = 0;
  fc.assert(
    fc.property(histories, fc.integer({ min: 1, max: 50_000 }), ({ kind, observed }, price) => {
      const shown = shownOf(cellsOf(observed, kind));
      const shownWeeks = new Set(shown.map(({ county, firstDay }) => `${county} ${firstDay}`));
      const isShown = ({ county, day }: Observed) => shownWeeks.has(`${county} ${weekStart(day)}`);
      const [kept, others] = [observed.filter(isShown), observed.filter((row) => !isShown(row))];
      hidden += others.length;
      expect(shownOf(cellsOf(kept, kind))).toEqual(shown);
      const changed = others.map((row, at) => ({
        ...row,
        farmId: 1 + (row.farmId % 4),
        pricePerKgCents: price + at,
        count: 1 + at,
      }));
      expect(shownOf(cellsOf([...changed, ...kept], kind))).toEqual(shown);
    }),
    { numRuns: 1000 },
  );
  expect(hidden).toBeGreaterThan(10_000);
});

test('hidden prices are not part of the totals: the country counts the farms of shown counties, and is shown from five on', () => {
  fc.assert(
    fc.property(histories, ({ kind, observed }) => {
      const weeks = cellsOf(observed, kind);
      for (const country of weeks.filter(({ county }) => county === '')) {
        const shown = weeks.filter(
          ({ county, firstDay, isShown }) => county && isShown && firstDay === country.firstDay,
        );
        const sum = (of: (cell: Cell) => number) =>
          shown.reduce((total, cell) => total + of(cell), 0);
        expect(country.observations).toBe(sum(({ observations }) => observations));
        expect(country.farms).toBeLessThanOrEqual(sum(({ farms }) => farms));
        expect(country.farms).toBeGreaterThanOrEqual(5);
      }
    }),
    { numRuns: 200 },
  );
});
