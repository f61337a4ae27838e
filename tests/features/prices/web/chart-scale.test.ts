import fc from 'fast-check';
import { makeScale, PLOT, runsOf } from '#prices/web/price-data.tsx';

const weekOf = (low: number, median: number, high: number) => ({
  week: '2026-W47',
  asked: { median, low, high, farms: 5 },
  paid: null,
});

test('the price chart contains every price in the plot, with a few grid lines', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 53 }), (prices) => {
      const weeks = prices.map((median) => weekOf(median, median, 2 * median));
      const scale = makeScale(weeks, []);
      if (!scale) throw new Error('There are prices');
      expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
      expect(scale.ticks.length).toBeLessThanOrEqual(7);
      for (const shown of weeks.flatMap(({ asked }) => [asked.low, asked.high])) {
        expect(scale.y(shown)).toBeGreaterThanOrEqual(0);
        expect(scale.y(shown)).toBeLessThanOrEqual(PLOT.height);
      }
      expect(scale.x(0)).toBeGreaterThan(0);
      expect(scale.x(weeks.length - 1)).toBeLessThan(PLOT.width);
    }),
  );
});

test('the price chart does not exist without prices', () => {
  expect(makeScale([{ week: '2026-W47', asked: null, paid: null }], [])).toBeNull();
});

test('the price chart interrupts a line at a hidden week', () => {
  const runs = runsOf([1, 2, null, 3, null, null, 4, 5]);
  expect(runs.map((run) => run.map(({ value }) => value))).toEqual([[1, 2], [3], [4, 5]]);
});
