import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import type { Database } from '#platform/server/db/database.ts';
import { nameFarmPlace } from './place-farm.ts';
import { lockVisit, updateFarm } from './queries.ts';

/** The visitor's page rounds nothing, so a pin farther away has been moved. */
const SAME_PIN_METRES = 1;

export type NewVisit = {
  /** An email, a verified number, or the farmer's id. */
  account: string | number;
  visitedAt: Date;
  visitedBy: string | null;
  /** The pin moves there. */
  position: Position | null;
  /** The pin that the visitor went to; null if unknown. */
  pin: Position | null;
};

export type RecordedVisit =
  | { outcome: 'done'; farmerId: number }
  | { outcome: 'unknown' }
  | { outcome: 'known' }
  | { outcome: 'older'; visitedAt: Date }
  | { outcome: 'moved' };

/**
 * A later visit replaces an earlier one. If the pin moves, the farmer's measurement no longer
 * counts.
 */
export async function recordVisit(
  tx: Database,
  { account, visitedAt, visitedBy, position, pin }: NewVisit,
): Promise<RecordedVisit> {
  const farm = await lockVisit(tx, account);
  if (!farm) return { outcome: 'unknown' };
  const before = farm.visitedAt?.getTime() ?? 0;
  if (before === visitedAt.getTime()) return { outcome: 'known' };
  if (farm.visitedAt && before > visitedAt.getTime())
    return { outcome: 'older', visitedAt: farm.visitedAt };
  if (pin && distanceMetres(pin, farm) > SAME_PIN_METRES) return { outcome: 'moved' };
  await updateFarm(tx, farm.userId, {
    visitedAt,
    visitedBy,
    ...(position && placeOf(position)),
  });
  return { outcome: 'done', farmerId: farm.userId };
}

export async function removeVisit(
  tx: Database,
  account: string | number,
): Promise<'done' | 'already' | 'unknown'> {
  const farm = await lockVisit(tx, account);
  if (!farm) return 'unknown';
  if (farm.visitedAt === null) return 'already';
  await updateFarm(tx, farm.userId, { visitedAt: null, visitedBy: null });
  return 'done';
}

export async function findVisitState(db: Database, account: string | number) {
  const farm = await lockVisit(db, account);
  return farm && { userId: farm.userId, visitedAt: farm.visitedAt, visitedBy: farm.visitedBy };
}

const placeOf = (position: Position) => ({
  ...position,
  ...nameFarmPlace({ ...position, county: '', subcounty: '' }),
  gpsLatitude: null,
  gpsLongitude: null,
  gpsAccuracyMetres: null,
  gpsTakenAt: null,
  isPositionProvisional: false,
});
