import { countyAt, countyExtent, rowsOfKind } from '#places/server/county-at.ts';
import { counties } from '#rules/counties.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

test.each([
  ['Nairobi', -1.2864, 36.8172],
  ['Kisumu', -0.0917, 34.768],
  ['Trans Nzoia', 1.0191, 35.0023],
  ['Mandera', 3.9373, 41.8569],
  // The outline puts Litein into Bomet.
  ['Kericho', -0.5817, 35.1861],
  ['Bomet', -0.7813, 35.3416],
])('%s contains %d, %d', (county, latitude, longitude) => {
  expect(countyAt(at(latitude, longitude))).toBe(county);
});

test.each([
  ['Arusha', -3.3869, 36.683],
  ['no number', Number.NaN, 37],
  ['London', 51.5, -0.12],
  ['the ocean', -3, 41.5],
])('%s is outside Kenya', (_, latitude, longitude) => {
  expect(countyAt(at(latitude, longitude))).toBeNull();
});

test('a position just across a border, or offshore, still counts, because phones and outlines are inexact', () => {
  expect(countyAt(at(-4.06, 39.7))).toBe('Mombasa');
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
