import type { Position } from '#platform/rules/geo/geo.ts';
import {
  areaOf,
  boundsOf,
  distanceToRingsMetres,
  isInsideRings,
  type Ring,
} from '#platform/rules/geo/rings.ts';

const STEPS = 24;
const REFINEMENTS = 4;

/**
 * The best place for a county's name: approximately the point of its largest ring that is farthest
 * from any edge. Searches a grid over the ring, then finer grids around the best point.
 */
export function labelPoint(rings: readonly Ring[]): Position {
  const largest = [rings.reduce((a, b) => (areaOf(b) > areaOf(a) ? b : a), rings[0] ?? [])];
  let box = boundsOf(largest);
  let best = { latitude: 0, longitude: 0, clearance: Number.NEGATIVE_INFINITY };
  for (let round = 0; round < REFINEMENTS; round++) {
    const stepLatitude = (box.north - box.south) / STEPS;
    const stepLongitude = (box.east - box.west) / STEPS;
    for (let cell = 0; cell < STEPS * STEPS; cell++) {
      const at = {
        latitude: box.south + (Math.floor(cell / STEPS) + 0.5) * stepLatitude,
        longitude: box.west + ((cell % STEPS) + 0.5) * stepLongitude,
      };
      if (!isInsideRings(largest, at)) continue;
      const clearance = distanceToRingsMetres(largest, at);
      if (clearance > best.clearance) best = { ...at, clearance };
    }
    const { latitude, longitude } = best;
    box = {
      south: latitude - stepLatitude,
      north: latitude + stepLatitude,
      west: longitude - stepLongitude,
      east: longitude + stepLongitude,
    };
  }
  return { latitude: best.latitude, longitude: best.longitude };
}
