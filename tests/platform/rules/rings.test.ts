import { areaOf, boundsOf, distanceToRingsMetres, isInsideRings } from '#rules/outlines.ts';

const corner = (latitude: number, longitude: number) => ({ latitude, longitude });
const square = [corner(0, 36), corner(0, 38), corner(2, 38), corner(2, 36)];
const hole = [corner(0.5, 36.5), corner(0.5, 37.5), corner(1.5, 37.5), corner(1.5, 36.5)];

test('rings: inside is inside, outside is outside, and a hole is outside', () => {
  for (const ring of [square, square.toReversed()])
    expect(isInsideRings([ring], corner(1, 37))).toBe(true);
  expect(isInsideRings([square], corner(1, 39))).toBe(false);
  expect(isInsideRings([square, hole], corner(1, 37))).toBe(false);
  expect(isInsideRings([square, hole], corner(0.2, 37))).toBe(true);
});

test('rings: the distance is to the nearest edge, in metres', () => {
  expect(distanceToRingsMetres([square], corner(1, 38.01))).toBeCloseTo(1112, -1);
  expect(distanceToRingsMetres([square], corner(0.02, 37))).toBeCloseTo(2224, -1);
  expect(distanceToRingsMetres([], corner(0, 37))).toBe(Number.POSITIVE_INFINITY);
});

test('rings bounds and area', () => {
  expect(boundsOf([hole, square])).toEqual({ south: 0, north: 2, west: 36, east: 38 });
  expect(areaOf(square)).toBe(4);
});
