/*
 * The outlines are accurate to about 340 m, so a position just outside all of them (a shore, a
 * border post) belongs to the nearest county within two kilometres. Beyond that it is outside
 * Kenya: the specification's box also contains Arusha and Moshi. One outline puts the west of
 * Kericho (Litein, Kapkatet) into Bomet. So where wards lie more than a kilometre outside their own
 * county's outline, the nearest ward decides.
 */

import { type County, counties } from '#rules/counties.ts';
import { isInKenyaBounds, METRES_PER_DEGREE } from '#rules/geo.ts';
import {
  type Bounds,
  boundsOf,
  decodePolyline,
  distanceToRingsMetres,
  isInsideRings,
  type Ring,
} from '#rules/outlines.ts';
import { BORDER_TOLERANCE_METRES, COUNTY_DOUBT_METRES } from '../rules/limits.ts';
import type { PlaceKind } from '../rules/place.ts';
import outlineData from './data/county-outlines.json' with { type: 'json' };
import data from './data/gazetteer.json' with { type: 'json' };

/** `near`: the place has no position of its own and takes that place's. */
export type Row = {
  kind: Exclude<PlaceKind, 'county'>;
  name: string;
  county: County;
  position: Position;
  constituency?: string;
  near?: string;
};

type Columns = { names: string[]; counties: number[]; positions: string };

function toRows(kind: Row['kind'], columns: Columns): Row[] {
  const positions = decodePolyline(columns.positions);
  return columns.names.map((name, index) => {
    const county = counties[columns.counties[index] ?? -1];
    const position = positions[index];
    if (!county || !position) throw new Error(`The gazetteer is broken at ${name}`);
    return { kind, name, county, position };
  });
}

const constituencies = toRows('constituency', data.constituencies);
const rows: Record<Row['kind'], Row[]> = {
  town: toRows('town', data.towns),
  constituency: constituencies.map((row) => ({ ...row, constituency: row.name })),
  ward: toRows('ward', data.wards).map((row, index) =>
    withConstituency(row, data.wards.constituencies[index] ?? -1),
  ),
  locality: toRows('locality', data.localities).map((row, index) => ({
    ...row,
    near: data.localities.near[index] ?? '',
  })),
};

function withConstituency(row: Row, index: number): Row {
  const constituency = constituencies[index]?.name;
  return constituency ? { ...row, constituency } : row;
}

const byCounty = new Map<string, Row[]>();
for (const row of [...rows.town, ...rows.ward]) {
  const key = `${row.county} ${row.kind}`;
  byCounty.set(key, [...(byCounty.get(key) ?? []), row]);
}

export const rowsOfKind = (kind: Row['kind']): readonly Row[] => rows[kind];
export const rowsOfCounty = (county: County, kind: 'town' | 'ward'): readonly Row[] =>
  byCounty.get(`${county} ${kind}`) ?? [];

/**
 * Computed on a flat plane, which is accurate enough within a county. A scan takes microseconds, so
 * there is no index.
 */
export function nearestRow(
  rows: readonly Row[],
  { latitude, longitude }: Position,
): { row: Row; metres: number } | null {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  let nearest: Row | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const x = (row.position.longitude - longitude) * shrink;
    const y = row.position.latitude - latitude;
    const squared = x * x + y * y;
    if (squared < least) {
      least = squared;
      nearest = row;
    }
  }
  return nearest && { row: nearest, metres: Math.sqrt(least) * METRES_PER_DEGREE };
}

type Outline = { county: County; rings: Ring[]; bounds: Bounds };

const WRONG_OUTLINE_METRES = 1000;
/** At least the tolerance, in degrees of latitude, or of longitude this close to the equator. */
const MARGIN_DEGREES = BORDER_TOLERANCE_METRES / 110_000;

const labels = decodePolyline(outlineData.labels);
const outlines: Outline[] = counties.map((county, index) => {
  const rings = (outlineData.outlines[index] ?? []).map(decodePolyline);
  return { county, rings, bounds: boundsOf(rings) };
});

/** For each county whose outline contains wards of another county: the wards of both. */
const contested = new Map<County, readonly Row[]>();
for (const ward of rowsOfKind('ward')) {
  const holder = countyByOutline(ward.position);
  if (
    !holder ||
    holder === ward.county ||
    outlineDistance(ward.county, ward.position) <= WRONG_OUTLINE_METRES
  )
    continue;
  const claimed = contested.get(holder) ?? rowsOfCounty(holder, 'ward');
  if (!claimed.includes(ward))
    contested.set(holder, [...claimed, ...rowsOfCounty(ward.county, 'ward')]);
}

/** Null outside Kenya. */
export function countyAt(position: Position): County | null {
  if (!isInKenyaBounds(position)) return null;
  const county = countyByOutline(position) ?? nearestCounty(position);
  const claimants = county && contested.get(county);
  return claimants ? (nearestRow(claimants, position)?.row.county ?? county) : county;
}

/**
 * The county that countyAt returns is never far, nor is the one whose outline contains the
 * position.
 */
export function isFarFromCounty(county: County, position: Position) {
  if (countyAt(position) === county || countyByOutline(position) === county) return false;
  return outlineDistance(county, position) > COUNTY_DOUBT_METRES;
}

export function countyExtent(county: County): { label: Position; bounds: Bounds } {
  const index = counties.indexOf(county);
  const outline = outlines[index];
  const label = labels[index];
  if (!outline || !label) throw new Error(`${county} has no outline`);
  return { label, bounds: outline.bounds };
}

function countyByOutline(position: Position): County | null {
  const around = outlines.filter(({ bounds }) => isWithin(bounds, position, 0));
  return around.find(({ rings }) => isInsideRings(rings, position))?.county ?? null;
}

function outlineDistance(county: County, position: Position) {
  const outline = outlines[counties.indexOf(county)];
  return outline ? distanceToRingsMetres(outline.rings, position) : 0;
}

function nearestCounty(position: Position): County | null {
  let nearest: { county: County | null; metres: number } = {
    county: null,
    metres: BORDER_TOLERANCE_METRES,
  };
  for (const { county, rings, bounds } of outlines) {
    if (!isWithin(bounds, position, MARGIN_DEGREES)) continue;
    const metres = distanceToRingsMetres(rings, position);
    if (metres <= nearest.metres) nearest = { county, metres };
  }
  return nearest.county;
}

function isWithin(
  { south, north, west, east }: Bounds,
  { latitude, longitude }: Position,
  margin: number,
) {
  return (
    latitude >= south - margin &&
    latitude <= north + margin &&
    longitude >= west - margin &&
    longitude <= east + margin
  );
}
