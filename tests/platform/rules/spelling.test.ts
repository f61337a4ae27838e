import fc from 'fast-check';
import { editDistance } from '#rules/text/spelling.ts';

test.each([
  ['eldoret', 'eldorett', 1],
  ['kisumu', 'kismuu', 1],
  ['nyeri', 'nyery', 1],
  ['thika', 'kitale', 5],
  ['', 'meru', 4],
])('%s and %s differ by %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

test('counting stops at the limit', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 12 }),
      fc.string({ maxLength: 12 }),
      fc.integer({ min: 0, max: 4 }),
      (a, b, most) => {
        expect(editDistance(a, b, most)).toBe(Math.min(editDistance(a, b), most + 1));
      },
    ),
  );
});
