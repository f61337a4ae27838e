import fc from 'fast-check';
import { promisedSum, splitByWay } from '#lots/rules/lot.ts';

const carried = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000_000 }).map((hundredths) => hundredths / 100),
  metres: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
});

test('the parts of a ride add up to its price, and none pays less for more kilos or kilometres', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 100_000_000 }),
      fc.array(carried, { minLength: 1, maxLength: 200 }),
      (price, shares) => {
        const parts = splitByWay(price, shares);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(price);
        const [first, ...others] = shares.map((share, at) => ({ ...share, part: parts[at] ?? 0 }));
        for (const { quantity, metres, part } of others)
          if (first && quantity >= first.quantity && metres >= first.metres)
            expect(part).toBeGreaterThanOrEqual(first.part - 1);
      },
    ),
  );
  expect(splitByWay(1000, [])).toEqual([]);
});

test('twice the kilos or kilometres cost twice as much, and what is near pays for a kilometre', () => {
  const near = { quantity: 100, metres: 0 };
  const shares = [near, { quantity: 200, metres: 1000 }, { quantity: 100, metres: 2000 }];
  expect(splitByWay(50_000, shares)).toEqual([10_000, 20_000, 20_000]);
  expect(splitByWay(100, [near, near, near])).toEqual([33, 34, 33]);
});

test("each farm's promise is paid in whole shillings", () => {
  const share = { status: 'given', quantity: 100.01 } as const;
  const shares = [share, share, { ...share, status: 'asked' as const }];
  expect(promisedSum({ shares, price: 42 })).toBe(2 * 4201);
});
