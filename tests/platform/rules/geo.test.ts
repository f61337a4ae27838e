import fc from 'fast-check';
import {
  accuracyClass,
  distanceMetres,
  kilometresAgainst,
  kilometresWithTenths,
  shownAccuracy,
  wholeKilometres,
} from '#rules/geo.ts';

const nairobi = { latitude: -1.2864, longitude: 36.8172 };
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test.each([
  ['Mombasa', { latitude: -4.0435, longitude: 39.6682 }, 440_000],
  ['Lodwar', { latitude: 3.1191, longitude: 35.5973 }, 505_000],
  ['a place 111.2 m away', { latitude: -1.2864, longitude: 36.8182 }, 111.2],
])('Nairobi to %s is right within one percent', (_, town, metres) => {
  expect(Math.abs(distanceMetres(nairobi, town) / metres - 1)).toBeLessThan(0.01);
});

test("a distance is zero to the same place, symmetric, and at most half the earth's circumference", () => {
  fc.assert(
    fc.property(position, position, (a, b) => {
      const metres = distanceMetres(a, b);
      expect(distanceMetres(a, a)).toBe(0);
      expect(Math.abs(metres - distanceMetres(b, a))).toBeLessThan(1e-6);
      expect(metres).toBeGreaterThanOrEqual(0);
      expect(metres).toBeLessThan(20_016_000);
    }),
  );
});

test.each([
  [9.9, 'excellent'],
  [10, 'good'],
  [49.9, 'good'],
  [50, 'fair'],
  [99.9, 'fair'],
  [100, 'poor'],
])('an accuracy of %d m is %s', (metres, expected) => expect(accuracyClass(metres)).toBe(expected));

test.each([
  [0, 0, 0],
  [449, 0, 0.4],
  [500, 1, 0.5],
  [2449, 2, 2.4],
  [25_000, 25, 25],
])('%d m are %d km, or %d km with a decimal', (metres, whole, withTenths) => {
  expect([wholeKilometres(metres), kilometresWithTenths(metres)]).toEqual([whole, withTenths]);
});

test.each([
  [530, 500, 0.6],
  [500, 500, 0.5],
  [25_001, 25_000, 25.1],
])('%d m beside a radius of %d m are %d km', (metres, radiusMetres, shown) => {
  expect(kilometresAgainst(metres, radiusMetres)).toBe(shown);
});

test.each([0.6, 9.6, 10, 49.7, 50.4, 99.9, 100.4])(
  'the number shown for %d m is in the class shown with it',
  (metres) => expect(accuracyClass(shownAccuracy(metres))).toBe(accuracyClass(metres)),
);
