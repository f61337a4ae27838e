import { counties, countyShapeId, countyShapesSize } from '#platform/rules/counties.ts';
import { decodePolyline } from '#platform/rules/outlines.ts';

/**
 * The north-west corner and the scale: a unit is 1.6 km. Near the equator, a degree is equally wide
 * and high.
 */
const WEST = 33.9;
const NORTH = 5.5;
const UNITS_PER_DEGREE = 70;

type Point = [x: number, y: number];

/** `outlines`: each county's encoded rings, in the order of the county codes. */
export function drawCountyShapes(outlines: readonly string[][]): string {
  const symbols = counties.map((county, at) => {
    const paths = (outlines[at] ?? []).map(pathOf).join('');
    return `<path id="${countyShapeId(county)}" d="${paths}"/>`;
  });
  const { width, height } = countyShapesSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>${symbols.join('')}</defs></svg>\n`;
}

/**
 * Positions are rounded to whole units, those of neighbours to the same ones, so that no gap
 * appears. Islands that shrink to a point or a line are omitted.
 */
function pathOf(outline: string): string {
  const rounded = decodePolyline(outline).map(
    ({ latitude, longitude }): Point => [
      Math.round((longitude - WEST) * UNITS_PER_DEGREE),
      Math.round((NORTH - latitude) * UNITS_PER_DEGREE),
    ],
  );
  const points = rounded.filter(([x, y], at) => {
    const before = rounded[at - 1];
    return !before || before[0] !== x || before[1] !== y;
  });
  const [first] = points;
  if (!first || new Set(points.map(String)).size < 4) return '';
  let [x, y] = first;
  const steps = points.slice(1).map(([nextX, nextY]) => {
    const step = `${nextX - x} ${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${first.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
}
