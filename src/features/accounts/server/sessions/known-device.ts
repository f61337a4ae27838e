/*
 * Wrong passwords lock an account for its owner too. Therefore a login returns a random token that
 * the browser sends with the next password. Wrong passwords from such a device are counted
 * separately, so that strangers cannot keep the owner out. The token grants nothing else.
 */
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { hasLoggedIn, isKnownToAnyone, upsertKnownDevice } from './queries.ts';

type Device = { deviceToken: string | undefined };

/** Takes equally long for an unknown user. */
export async function isDeviceOf(
  db: Database,
  { userId, deviceToken }: Device & { userId: number },
): Promise<boolean> {
  return deviceToken !== undefined && hasLoggedIn(db, { tokenHash: sha256(deviceToken), userId });
}

export async function rememberDevice(
  db: Database,
  { userId, deviceToken, now }: Device & { userId: number; now: Date },
): Promise<string> {
  const isOurs = deviceToken !== undefined && (await isKnownToAnyone(db, sha256(deviceToken)));
  const token = isOurs ? deviceToken : createToken();
  await upsertKnownDevice(db, { tokenHash: sha256(token), userId, now });
  return token;
}
