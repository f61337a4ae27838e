/*
 * The outlines are accurate to about 340 m, so a position just outside all of them (a shore, a
 * border post) belongs to the nearest county within two kilometres. Beyond that it is outside
 * Kenya: the specification's box also contains Arusha and Moshi. One outline puts the west of
 * Kericho (Litein, Kapkatet) into Bomet. So where wards lie more than a kilometre outside their own
 * county's outline, the nearest ward decides.
 */

import { BORDER_TOLERANCE_METRES, COUNTY_DOUBT_METRES } from '#places/rules/limits.ts';
import { type County, counties } from '#platform/rules/counties.ts';
import { isInKenyaBounds, type Position } from '#platform/rules/geo.ts';
import {
  type Bounds,
  boundsOf,
  decodePolyline,
  distanceToRingsMetres,
  isInsideRings,
  type Ring,
} from '#platform/rules/outlines.ts';
import data from './data/county-outlines.json' with { type: 'json' };
import { nearestRow, type Row, rowsOfCounty, rowsOfKind } from './place-rows.ts';

type Outline = { county: County; rings: Ring[]; bounds: Bounds };

const WRONG_OUTLINE_METRES = 1000;
/** At least the tolerance, in degrees of latitude, or of longitude this close to the equator. */
const MARGIN_DEGREES = BORDER_TOLERANCE_METRES / 110_000;

const labels = decodePolyline(data.labels);
const outlines: Outline[] = counties.map((county, index) => {
  const rings = (data.outlines[index] ?? []).map(decodePolyline);
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
export function isFarFromCounty(county: County, position: Position): boolean {
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

function outlineDistance(county: County, position: Position): number {
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
): boolean {
  return (
    latitude >= south - margin &&
    latitude <= north + margin &&
    longitude >= west - margin &&
    longitude <= east + margin
  );
}
