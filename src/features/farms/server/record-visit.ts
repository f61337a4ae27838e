import type { Position } from '#platform/rules/geo/geo.ts';
import type { Database } from '#platform/server/db/database.ts';
import { nameFarmPlace } from './evidence/place-farm.ts';
import { findVisit, updateFarm } from './queries.ts';

type Visit = { address: string; visitedAt: Date | null; position?: Position | null };

/**
 * Records when our staff visited the farm of an email or a verified number, or removes that record
 * (null). A second visit replaces the first. `position`: where the visitor stood; the pin moves
 * there, and no longer relies on the farmer's measurement.
 * @throws AppError OUTSIDE_KENYA
 */
export async function recordVisit(
  tx: Database,
  { address, visitedAt, position = null }: Visit,
): Promise<'done' | 'already' | 'unknown'> {
  const farm = await findVisit(tx, address);
  if (!farm) return 'unknown';
  if (visitedAt === null && farm.visitedAt === null) return 'already';
  await updateFarm(tx, farm.userId, { visitedAt, ...(position && placeOf(position)) });
  return 'done';
}

/** A visit's state for the operators' log; null if no farmer has this email or number. */
export const findVisitState = (db: Database, address: string) => findVisit(db, address);

const placeOf = (position: Position) => ({
  ...position,
  ...nameFarmPlace({ ...position, county: '', subcounty: '' }),
  gpsLatitude: null,
  gpsLongitude: null,
  gpsAccuracyMetres: null,
  gpsTakenAt: null,
  isPositionProvisional: false,
});
