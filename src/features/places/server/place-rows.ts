import { type County, counties } from '#platform/rules/counties.ts';
import { METRES_PER_DEGREE, type Position } from '#platform/rules/geo.ts';
import { decodePolyline } from '#platform/rules/outlines.ts';
import type { PlaceKind } from '../rules/place.ts';
import data from './data/gazetteer.json';

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
