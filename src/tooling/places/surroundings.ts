import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from '#platform/rules/geo.ts';
import { areaOf } from '#platform/rules/outlines.ts';
import { clipRing, simplifyLine } from './lines.ts';

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
