/*
 * Wrong passwords lock an account for everybody, its owner included, so strangers who guess could
 * keep the owner out. Therefore a login answers with a random token, which the browser keeps and
 * sends with the next password. Wrong passwords from a device that has logged in before are counted
 * separately, with the same limit. The token grants nothing else. Clients that don't send one are
 * counted as before.
 */
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { hasLoggedIn, isKnownToAnyone, upsertKnownDevice } from './device-queries.ts';

type Device = { deviceToken: string | undefined };

/** Whether a person has logged in on this device; takes as long for one who is nobody. */
export async function isDeviceOf(
  db: Database,
  { userId, deviceToken }: Device & { userId: number },
): Promise<boolean> {
  return deviceToken !== undefined && hasLoggedIn(db, { tokenHash: sha256(deviceToken), userId });
}

/**
 * Remembers that a person logged in on a device. @returns the device's token: a new one unless what
 * it sent was one of ours
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
