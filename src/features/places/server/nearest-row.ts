import { METRES_PER_DEGREE, type Position } from '#platform/rules/geo.ts';
import type { Row } from './place-rows.ts';

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
