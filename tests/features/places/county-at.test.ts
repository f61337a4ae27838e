import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countyAt, countyExtent } from '#features/places/server/county-at.ts';
import { rowsOfKind } from '#features/places/server/place-rows.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { KENYA_BOUNDS } from '#platform/rules/limits.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('the county of a position', () => {
  test.each([
    ['Nairobi', -1.2864, 36.8172],
    ['Mombasa', -4.0435, 39.6682],
    ['Kisumu', -0.0917, 34.768],
    ['Uasin Gishu', 0.5143, 35.2698],
    ['Nakuru', -0.3031, 36.08],
    ['Nyeri', -0.4169, 36.951],
    ['Meru', 0.0463, 37.6559],
    ['Garissa', -0.4536, 39.6401],
    ['Turkana', 3.1191, 35.5973],
    ['Trans Nzoia', 1.0191, 35.0023],
    ['Machakos', -1.5177, 37.2634],
    ['Mandera', 3.9373, 41.8569],
    // The outline puts Litein into Bomet.
    ['Kericho', -0.5817, 35.1861],
    ['Bomet', -0.7813, 35.3416],
  ])('%s contains %d, %d', (county, latitude, longitude) => {
    expect(countyAt(at(latitude, longitude))).toBe(county);
  });

  test.each([
    ['Arusha', -3.3869, 36.683],
    ['Moshi', -3.35, 37.34],
    ['Kampala', 0.3476, 32.5825],
    ['Kismayo', -0.3582, 42.5454],
    ['London', 51.5, -0.12],
    ['the ocean', -3, 41.5],
  ])('%s is outside Kenya', (_, latitude, longitude) => {
    expect(countyAt(at(latitude, longitude))).toBeNull();
  });

  test('a position just across a border, or offshore, still counts, because phones and outlines are inexact', () => {
    expect(countyAt(at(-4.06, 39.7))).toBe('Mombasa');
    // Namanga's border post, slightly south of the border.
    expect(countyAt(at(-2.56, 36.79))).toBe('Kajiado');
  });

  test('the label of every county lies in that county', () => {
    expect(counties.map((county) => countyAt(countyExtent(county).label))).toEqual([...counties]);
  });

  // Three lie west of 34°, outside the specification's bounds; four within some 750 m of an inexact
  // border; and the gazetteer puts Shella into the sea off Lamu.
  test('nearly every ward lies in its county', () => {
    const wards = rowsOfKind('ward');
    const astray = wards.filter(({ position, county }) => countyAt(position) !== county);
    expect(wards.length).toBeGreaterThan(1400);
    expect(astray.length).toBeLessThanOrEqual(8);
  });

  test('every position within the bounds gives a county or none, and an invalid position gives none', () => {
    const { south, north, west, east } = KENYA_BOUNDS;
    const inBounds = fc.record({
      latitude: fc.double({ min: south, max: north, noNaN: true }),
      longitude: fc.double({ min: west, max: east, noNaN: true }),
    });
    fc.assert(
      fc.property(inBounds, (position) => {
        const county = countyAt(position);
        expect(county === null || counties.includes(county)).toBe(true);
      }),
      { numRuns: 500 },
    );
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(countyAt(at(odd, 37))).toBeNull();
  });
});
