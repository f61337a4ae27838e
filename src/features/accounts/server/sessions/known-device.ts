/*
 * Wrong passwords lock an account for everybody, including its owner, so strangers who guess could
 * keep the owner out. Therefore a login returns a random token, which the browser stores and sends
 * with the next password. Wrong passwords from a device that has logged in before are counted
 * separately, with the same limit. The token grants nothing else. Clients that don't send one are
 * counted as usual.
 */
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { hasLoggedIn, isKnownToAnyone, upsertKnownDevice } from './device-queries.ts';

type Device = { deviceToken: string | undefined };

/** Whether a user has logged in on this device. Takes equally long for an unknown user. */
export async function isDeviceOf(
  db: Database,
  { userId, deviceToken }: Device & { userId: number },
): Promise<boolean> {
  return deviceToken !== undefined && hasLoggedIn(db, { tokenHash: sha256(deviceToken), userId });
}

/**
 * Records a login on a device.
 * @returns the device's token; a new one unless it sent one of ours
 */
export async function rememberDevice(
  db: Database,
  { userId, deviceToken, now }: Device & { userId: number; now: Date },
): Promise<string> {
  const isOurs = deviceToken !== undefined && (await isKnownToAnyone(db, sha256(deviceToken)));
  const token = isOurs ? deviceToken : createToken();
  await upsertKnownDevice(db, { tokenHash: sha256(token), userId, now });
  return token;
}
