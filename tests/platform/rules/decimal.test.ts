import fc from 'fast-check';
import { roundedToHundredths } from '#rules/amounts.ts';

test.each([
  [1.005, 1.01],
  [8.575, 8.58],
  [10.235, 10.24],
  [1.004_999, 1],
  [-1.006, -1.01],
  [0.001, 0],
  [1_000_000, 1_000_000],
])('%d becomes %d', (number, rounded) => {
  expect(roundedToHundredths(number)).toBe(rounded);
});

test('half a hundredth is rounded up, although no double is exactly that', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (hundredths) => {
      const typed = Number(`${Math.floor(hundredths / 100)}.${pad(hundredths % 100)}5`);
      expect(roundedToHundredths(typed)).toBe((hundredths + 1) / 100);
    }),
  );
});

const pad = (hundredths: number) => String(hundredths).padStart(2, '0');
