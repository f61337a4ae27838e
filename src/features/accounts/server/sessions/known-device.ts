import { LOGIN_PASS_SECONDS } from '#accounts/rules/limits.ts';
import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import {
  findLoginPass,
  hasLoggedIn,
  isKnownToAnyone,
  upsertKnownDevice,
  upsertLoginPass,
} from './queries.ts';

/*
 * Wrong passwords lock an account for its owner too. Therefore a login returns a random token that
 * the browser sends with the next password. Wrong passwords from such a device are counted
 * separately, so that strangers cannot keep the owner out. The token grants nothing else.
 */

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

/** False if the password has changed since, or the account is deleted. */
export async function grantLoginPass(
  db: Database,
  proven: { userId: number; passwordHash: string },
  now: Date,
) {
  return upsertLoginPass(db, { ...proven, passedAt: now });
}

export async function hasLoginPass(db: Database, userId: number, now: Date): Promise<boolean> {
  return (
    (await findLoginPass(db, { userId, since: secondsAfter(now, -LOGIN_PASS_SECONDS) })) !== null
  );
}

/** Per account name and client address, or `with a session`. */
export const wrongPassword: RateRule = {
  name: 'wrongPassword',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};

/** Per account name and device. Strangers cannot use it up. */
export const wrongPasswordOfDevice: RateRule = {
  name: 'wrongPasswordOfDevice',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};
export const wrongPasswordAnywhere: RateRule = {
  name: 'wrongPasswordAnywhere',
  points: 50,
  seconds: 15 * MINUTE_SECONDS,
};

export const wrongPasswordRules = [wrongPassword, wrongPasswordAnywhere, wrongPasswordOfDevice];
