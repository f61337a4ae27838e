import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counties, countyShapeId, countyShapesSize } from '#rules/counties.ts';
import { areaOf, decodePolyline } from '#rules/outlines.ts';

type Arc = [number, number][];
type Geometry =
  | { type: 'Polygon'; arcs: number[][]; id?: string }
  | { type: 'MultiPolygon'; arcs: number[][][]; id?: string };
type Topology = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: Arc[];
  objects: Record<string, { geometries: Geometry[] }>;
};

/** In degrees. Nobody zooms in around Kenya. */
const TOLERANCE_DEGREES = 0.02;
const LAKE_TOLERANCE_DEGREES = 0.005;
/** Smaller rings, in square degrees, are specks on this map. */
const SMALLEST_SQUARE_DEGREES = 0.02;

export function readSurroundings({ countries, lakes }: { countries: string; lakes: string }): {
  land: Position[][];
  lakes: Position[][];
} {
  const land = readTopology(join(countries, 'countries-50m.json'), TOLERANCE_DEGREES);
  const water = readTopology(join(lakes, 'dist/africa_50m.json'), LAKE_TOLERANCE_DEGREES);
  return { land: rings(land, 'countries'), lakes: rings(water, 'lakes') };
}

/** Simplifies arcs before joining them to rings, so that neighbours still share their border. */
function readTopology(file: string, tolerance: number): { topology: Topology; arcs: Position[][] } {
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const { scale, translate } = topology.transform;
  const arcs = topology.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    const line = arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return { latitude: y * scale[1] + translate[1], longitude: x * scale[0] + translate[0] };
    });
    return simplifyLine(line, tolerance);
  });
  return { topology, arcs };
}

function rings({ topology, arcs }: ReturnType<typeof readTopology>, object: string): Position[][] {
  // A negative number means an arc in reverse (~n). Each arc begins where the previous one ended.
  const line = (index: number) =>
    index < 0 ? [...(arcs[~index] ?? [])].reverse() : (arcs[index] ?? []);
  const ring = (indexes: number[]) => indexes.flatMap((index) => line(index).slice(1));
  const geometries = topology.objects[object]?.geometries ?? [];
  return geometries
    .flatMap((geometry) => (geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs))
    .flatMap((polygon) => polygon.slice(0, 1).map(ring))
    .map(clipRing)
    .filter((clipped) => clipped.length > 3 && areaOf(clipped) >= SMALLEST_SQUARE_DEGREES);
}

/**
 * The north-west corner and the scale: a unit is 1.6 km. Near the equator, a degree is equally wide
 * and high.
 */
const WEST = 33.9;
const NORTH = 5.5;
const UNITS_PER_DEGREE = 70;

type Point = [x: number, y: number];

/** `outlines`: each county's encoded rings, in the order of the county codes. */
export function drawCountyShapes(outlines: readonly string[][]) {
  const symbols = counties.map((county, at) => {
    const paths = (outlines[at] ?? []).map(pathOf).join('');
    return `<path id="${countyShapeId(county)}" d="${paths}"/>`;
  });
  const { width, height } = countyShapesSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${symbols.join('')}</defs></svg>\n`;
}

/**
 * Positions are rounded to whole units, those of neighbours to the same ones, so that no gap
 * appears. Islands that shrink to a point or a line are omitted.
 */
function pathOf(outline: string) {
  const rounded = decodePolyline(outline).map(
    ({ latitude, longitude }): Point => [
      Math.round((longitude - WEST) * UNITS_PER_DEGREE),
      Math.round((NORTH - latitude) * UNITS_PER_DEGREE),
    ],
  );
  const points = rounded.filter(([x, y], at) => {
    const before = rounded[at - 1];
    return !before || before[0] !== x || before[1] !== y;
  });
  const [first] = points;
  if (!first || new Set(points.map(String)).size < 4) return '';
  let [x, y] = first;
  const steps = points.slice(1).map(([nextX, nextY]) => {
    const step = `${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${first.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

/** A wide screen shows no more around Kenya at the map's first zoom level. */
const WINDOW = { south: -16, north: 16, west: 20, east: 56 };

/** Douglas-Peucker; `tolerance` in degrees. Keeps both ends. */
function simplifyLine(line: Position[], tolerance: number): Position[] {
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

function lineDistance(p: Position, a: Position, b: Position) {
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
function clipRing(ring: Position[]): Position[] {
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
