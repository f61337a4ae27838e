import { ADJUSTMENT_NOTICE_METRES, PROXIMITY_RADIUS_METRES } from '#places/rules/limits.ts';
import { distanceMetres, METRES_PER_DEGREE, type Position } from '#platform/rules/geo/geo.ts';

/** The result of moving the pin by hand (spec §5). */
export type Adjustment =
  | { outcome: 'noFix' }
  | { outcome: 'tooFar'; distanceMetres: number }
  | { outcome: 'exact' | 'acceptable'; distanceMetres: number };

export function judgeAdjustment(fix: Position | null, pin: Position): Adjustment {
  if (!fix) return { outcome: 'noFix' };
  const distance = distanceMetres(fix, pin);
  if (distance > PROXIMITY_RADIUS_METRES) return { outcome: 'tooFar', distanceMetres: distance };
  return {
    outcome: distance > ADJUSTMENT_NOTICE_METRES ? 'acceptable' : 'exact',
    distanceMetres: distance,
  };
}

export function movedBy(
  { latitude, longitude }: Position,
  { north, east }: { north: number; east: number },
): Position {
  return {
    latitude: latitude + north / METRES_PER_DEGREE,
    longitude: longitude + east / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
  };
}
