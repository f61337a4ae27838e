import type { Position } from '#platform/rules/geo.ts';

/** A wide screen shows no more around Kenya at the map's first zoom level. */
const WINDOW = { south: -16, north: 16, west: 20, east: 56 };

/** Douglas-Peucker; `tolerance` in degrees. Keeps both ends. */
export function simplifyLine(line: Position[], tolerance: number): Position[] {
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last || line.length < 3) return line;
  let farthest = { index: 0, distance: 0 };
  for (let index = 1; index < line.length - 1; index++) {
    const distance = lineDistance(line[index] ?? first, first, last);
    if (distance > farthest.distance) farthest = { index, distance };
  }
  if (farthest.distance <= tolerance) return [first, last];
  return [
    ...simplifyLine(line.slice(0, farthest.index + 1), tolerance).slice(0, -1),
    ...simplifyLine(line.slice(farthest.index), tolerance),
  ];
}

function lineDistance(p: Position, a: Position, b: Position): number {
  const dx = b.longitude - a.longitude;
  const dy = b.latitude - a.latitude;
  const length = dx * dx + dy * dy;
  const along =
    length === 0 ? 0 : ((p.longitude - a.longitude) * dx + (p.latitude - a.latitude) * dy) / length;
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(a.longitude + t * dx - p.longitude, a.latitude + t * dy - p.latitude);
}

type Side = { isInside: (p: Position) => boolean; cut: (a: Position, b: Position) => Position };

const atLatitude = (latitude: number) => (a: Position, b: Position) => ({
  latitude,
  longitude:
    a.longitude +
    ((latitude - a.latitude) / (b.latitude - a.latitude)) * (b.longitude - a.longitude),
});
const atLongitude = (longitude: number) => (a: Position, b: Position) => ({
  longitude,
  latitude:
    a.latitude +
    ((longitude - a.longitude) / (b.longitude - a.longitude)) * (b.latitude - a.latitude),
});

const sides: Side[] = [
  { isInside: (p) => p.latitude >= WINDOW.south, cut: atLatitude(WINDOW.south) },
  { isInside: (p) => p.latitude <= WINDOW.north, cut: atLatitude(WINDOW.north) },
  { isInside: (p) => p.longitude >= WINDOW.west, cut: atLongitude(WINDOW.west) },
  { isInside: (p) => p.longitude <= WINDOW.east, cut: atLongitude(WINDOW.east) },
];

/** Sutherland-Hodgman. */
export function clipRing(ring: Position[]): Position[] {
  return sides.reduce(
    (points, { isInside, cut }) =>
      points.flatMap((point, index) => {
        const before = points.at(index - 1) ?? point;
        if (isInside(point)) return isInside(before) ? [point] : [cut(before, point), point];
        return isInside(before) ? [cut(before, point)] : [];
      }),
    ring,
  );
}
