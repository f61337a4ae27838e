/*
 * A measurement comes from a client, which may send anything. Two kinds are implausible:
 * coordinates that several farms share to a tenth of a millimetre (sent by a script), and a farm
 * that moved faster than any vehicle. Nothing is refused: the farm is stored, but has no badge
 * until it is measured again.
 */

import {
  FARMS_OF_ONE_FIX_MAX,
  PLAUSIBLE_SPEED_METRES_PER_SECOND,
} from '#features/farms/rules/limits.ts';
import { sharedFixNotice } from '#features/farms/rules/notices.ts';
import { notify } from '#features/notifications/server/notify.ts';
import { distanceMetres } from '#platform/rules/geo/geo.ts';
import type { GpsFix } from '#platform/rules/geo/geo-input.ts';
import type { Database } from '#platform/server/db/database.ts';
import { countOtherFarmsOfFix, lockFix, markFixDoubtful } from '../queries.ts';

type Measured = {
  userId: number;
  gpsFix: GpsFix | null | undefined;
  /** The farm's previous fix. */
  before?: GpsFix | null;
  now: Date;
};

/**
 * Whether a farm's measurement is implausible. If several farms share it, they all lose their
 * badge, and are told.
 */
export async function doubtFix(
  tx: Database,
  { userId, gpsFix, before = null, now }: Measured,
): Promise<boolean> {
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

/** Both fixes may be off by their accuracy, which does not count as movement. */
function isTooFast(before: GpsFix, after: GpsFix): boolean {
  const metres = distanceMetres(before, after) - before.accuracy - after.accuracy;
  const seconds =
    Math.abs(new Date(after.takenAt).getTime() - new Date(before.takenAt).getTime()) / 1000;
  return metres > seconds * PLAUSIBLE_SPEED_METRES_PER_SECOND;
}
