import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type County, counties, findCounty } from '#platform/rules/geo/counties.ts';
import type { Position } from '#platform/rules/geo/geo.ts';

/**
 * The source uses an exact Mercator grid. Its origin and scale were found by fitting known points
 * (residual 170–340 m): longitude is linear in x, and m = ln tan(45° + latitude/2), in degrees, is
 * linear in y.
 */
function fromGrid(x: number, y: number): Position {
  const mercator = ((-0.0100025 * y + 5.44123) * Math.PI) / 180;
  return {
    latitude: (2 * Math.atan(Math.exp(mercator)) * 180) / Math.PI - 90,
    longitude: 0.0100034 * x + 33.90864,
  };
}

const ringsOfPath = (path: string): Position[][] =>
  path
    .split('z')
    .filter(Boolean)
    .map((ring) =>
      ring
        .replace('M', '')
        .split('L')
        .map((point) => {
          const [x, y] = point.split(',').map(Number);
          if (x === undefined || y === undefined || Number.isNaN(x + y))
            throw new Error(`Not a point of a path: ${point}`);
          return fromGrid(x, y);
        }),
    );

/**
 * Each county's rings, in the order of the county codes. findCounty knows the two names that the
 * source spells differently.
 */
export function readCountyOutlines(folder: string): Map<County, Position[][]> {
  const source = readFileSync(join(folder, 'src/constants.ts'), 'utf8');
  const drawn = source.slice(source.indexOf('drawPath'));
  const found = new Map<County, Position[][]>();
  for (const [, quoted, path] of drawn.matchAll(/^\s+("[^"]+"|'[^']+'|\w+):\s*'(M[^']+)'/gmu)) {
    const county = findCounty(quoted ?? '');
    if (!county || !path) throw new Error(`No county is called ${quoted}`);
    found.set(county, ringsOfPath(path));
  }
  return new Map(
    counties.map((county) => {
      const rings = found.get(county);
      if (!rings) throw new Error(`${county} has no outline`);
      return [county, rings];
    }),
  );
}
