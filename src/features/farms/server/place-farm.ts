/*
 * The pin must be in Kenya by the county outlines (the specification's box contains Arusha too). A
 * measurement must be fresh, in Kenya, and within the proximity radius of the pin. Buyers see the
 * pin's county; the profile may name another one, because a town at a border may belong to either.
 */

import type { NoticeKind } from '#notifications/rules/notice.ts';
import { notify } from '#notifications/server/inbox.ts';
import { PROXIMITY_RADIUS_METRES } from '#places/rules/limits.ts';
import { countyAt } from '#places/server/county-at.ts';
import { subcountyAt } from '#places/server/find-places.ts';
import { findCounty } from '#rules/counties.ts';
import type { GpsFix } from '#rules/fields.ts';
import { distanceMetres } from '#rules/geo.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import {
  FARMS_OF_ONE_FIX_MAX,
  GPS_FIX_MAX_AGE_SECONDS,
  PLAUSIBLE_SPEED_METRES_PER_SECOND,
} from '../rules/farm.ts';
import {
  countOtherFarmsOfFix,
  lockFix,
  lockVisit,
  markFixDoubtful,
  updateFarm,
} from './queries.ts';

type PlacedPin = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  geofenceRadius: number;
  gpsFix?: GpsFix | null | undefined;
  /** In a payload of the specification (§3), which has no fix. */
  accuracy?: number | null | undefined;
};

/** How far a device's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 120;

export function placeFarm(
  { gpsFix: given, accuracy, geofenceRadius, addressDescription, ...pin }: PlacedPin,
  now: Date,
) {
  const gpsFix = measuredFix({ ...pin, gpsFix: given, accuracy }, now);
  if (gpsFix) checkEvidence(pin, gpsFix, now);
  const { latitude, longitude } = pin;
  return {
    latitude,
    longitude,
    ...nameFarmPlace(pin),
    addressDescription,
    coverageRadiusMetres: geofenceRadius,
    gpsLatitude: gpsFix?.latitude ?? null,
    gpsLongitude: gpsFix?.longitude ?? null,
    gpsAccuracyMetres: gpsFix?.accuracy ?? null,
    gpsTakenAt: gpsFix ? new Date(gpsFix.takenAt) : null,
  };
}

type NamedPlace = Position & {
  county: string;
  subcounty: string;
  /** Kept for an existing farm. */
  pinCounty?: string;
};

/** Missing names come from the gazetteer. */
export function nameFarmPlace({ county: typed, subcounty, pinCounty = '', ...pin }: NamedPlace) {
  const countyOfPin = countyAt(pin) ?? findCounty(pinCounty);
  if (!countyOfPin) throw new AppError('OUTSIDE_KENYA', { field: 'location' });
  const county = typed === '' ? countyOfPin : findCounty(typed);
  if (!county) throw new AppError('COUNTY_UNKNOWN', { field: 'location.county' });
  return {
    county,
    pinCounty: countyOfPin,
    subcounty: subcounty || (subcountyAt(countyOfPin, pin) ?? ''),
  };
}

export type Measurement = Position & Pick<PlacedPin, 'gpsFix' | 'accuracy'>;

/** A payload with `accuracy` and `verified` as in §3 counts as measured at its pin, just now. */
export function measuredFix(
  { gpsFix, accuracy, latitude, longitude }: Measurement,
  now: Date,
): GpsFix | null {
  if (gpsFix) return gpsFix;
  return accuracy === null || accuracy === undefined
    ? null
    : { latitude, longitude, accuracy, takenAt: now.toISOString() };
}

function checkEvidence(pin: Position, gpsFix: GpsFix, now: Date) {
  const ageSeconds = (now.getTime() - new Date(gpsFix.takenAt).getTime()) / 1000;
  const isFresh = ageSeconds <= GPS_FIX_MAX_AGE_SECONDS && ageSeconds >= -CLOCK_SKEW_SECONDS;
  if (!isFresh) throw new AppError('GPS_FIX_STALE', { field: 'location' });
  if (!countyAt(gpsFix)) throw new AppError('OUTSIDE_KENYA', { field: 'location' });
  const distance = distanceMetres(pin, gpsFix);
  if (distance > PROXIMITY_RADIUS_METRES) {
    const inputs = { distanceMetres: Math.round(distance), radiusMetres: PROXIMITY_RADIUS_METRES };
    throw new AppError('PIN_TOO_FAR', { inputs, field: 'location' });
  }
}

/*
 * Two kinds of measurements are implausible: coordinates that several farms share to a tenth of a
 * millimetre, and a move faster than any vehicle. The farm is stored, but has no badge until it is
 * measured again.
 */
type Measured = {
  userId: number;
  gpsFix: GpsFix | null | undefined;
  before?: GpsFix | null;
  now: Date;
};

/** If several farms share the measurement, they all lose their badge and are told. */
export async function doubtFix(tx: Database, { userId, gpsFix, before = null, now }: Measured) {
  if (!gpsFix) return false;
  await lockFix(tx, gpsFix);
  const others = await countOtherFarmsOfFix(tx, userId, gpsFix);
  if (others >= FARMS_OF_ONE_FIX_MAX) {
    const told = new Set([userId, ...(await markFixDoubtful(tx, gpsFix))]);
    const about = { subject: 'farm position', link: '/farmer/dashboard?tab=profile' };
    await notify(tx, [{ kind: sharedFixNotice, userIds: [...told], ...about, facts: {} }], now);
    return true;
  }
  return before !== null && isTooFast(before, gpsFix);
}

/** Movement within the accuracy of both fixes does not count. */
function isTooFast(before: GpsFix, after: GpsFix) {
  const metres = distanceMetres(before, after) - before.accuracy - after.accuracy;
  const seconds =
    Math.abs(new Date(after.takenAt).getTime() - new Date(before.takenAt).getTime()) / 1000;
  return metres > seconds * PLAUSIBLE_SPEED_METRES_PER_SECOND;
}

/** The visitor's page rounds nothing, so a pin farther away has been moved. */
const SAME_PIN_METRES = 1;

type NewVisit = {
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

/** Other farms gave exactly the same measurement, so this farm has no badge. */
export const sharedFixNotice: NoticeKind<Record<never, never>> = {
  name: 'sharedFix',
  topic: 'orders',
  mail: 'unread',
  text: (_, options) => m.noticeSharedFix({}, options),
};
