import fc from 'fast-check';
import { judgeAdjustment, movedBy } from '#places/rules/place.ts';
import { distanceMetres } from '#rules/geo.ts';

const fix = { latitude: -1.2864, longitude: 36.8172 };

test.each([
  [49, 'exact'],
  [51, 'acceptable'],
  [499, 'acceptable'],
  [501, 'tooFar'],
])('moving the pin: %i metres from the fix is %s', (north, outcome) => {
  expect(judgeAdjustment(fix, movedBy(fix, { north, east: 0 }))).toMatchObject({ outcome });
  expect(judgeAdjustment(fix, movedBy(fix, { north: 0, east: -north }))).toMatchObject({
    outcome,
  });
});

test('moving the pin reports the distance', () => {
  const judged = judgeAdjustment(fix, movedBy(fix, { north: 600, east: 0 }));
  expect(judged.outcome !== 'noFix' && Math.round(judged.distanceMetres)).toBe(600);
});

test('moving the pin without a fix has no result', () => {
  expect(judgeAdjustment(null, fix)).toEqual({ outcome: 'noFix' });
});

test('moving the pin: a step has its stated length, anywhere in Kenya', () => {
  const somewhere = fc.record({
    latitude: fc.double({ min: -5, max: 5, noNaN: true }),
    longitude: fc.double({ min: 34, max: 42, noNaN: true }),
  });
  const metres = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(somewhere, metres, metres, (position, north, east) => {
      const moved = distanceMetres(position, movedBy(position, { north, east }));
      expect(Math.abs(moved - Math.hypot(north, east))).toBeLessThan(1);
    }),
  );
});
