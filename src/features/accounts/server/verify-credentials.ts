import type { Login } from '#accounts/rules/otp.ts';
import type { Role } from '#platform/rules/role.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Budget, RateRule } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { addressOf, findAddressee, loginName } from './one-time-codes.ts';
import { LOGIN_PASS_SECONDS } from '#accounts/rules/limits.ts';
import { MINUTE_SECONDS } from '#platform/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { findLoginPass, hasLoggedIn, isKnownToAnyone, upsertKnownDevice, upsertLoginPass } from './session-queries.ts';

/**
 * Sends nothing; a login code may then be requested. A wrong password and an unknown email or
 * number get the same answer, after the same work. Other errors are thrown only after the correct
 * password.
 */
export async function verifyCredentials(
  call: Call,
  { password, role, ...addressee }: Login & { role: Role },
) {
  const { db, clock, rateLimits, passwords, clientAddress } = call;
  const address = addressOf(addressee);
  const account = await findAddressee(db, address);
  // One name for both kinds of login, so that they don't double the guesses.
  const name = account ? loginName(account) : address;
  // Counted before the comparison, so that parallel guesses count too. A correct password is given
  // back.
  const counted = await limitsOf(call, { name, userId: account?.id ?? 0 });
  for (const limit of counted) await rateLimits.consume(...limit);
  const giveBack = async () => {
    for (const limit of counted) await rateLimits.giveBack(...limit);
  };
  const isRight = await passwords
    .isRight(password, account?.passwordHash ?? null, clientAddress)
    .catch(async (refusal: unknown) => {
      await giveBack();
      throw refusal;
    });
  if (!isRight || !account) throw new AppError('LOGIN_FAILED');
  await giveBack();
  if (account.role !== role)
    throw new AppError(account.role === 'farmer' ? 'FARMER_ACCOUNT' : 'BUYER_ACCOUNT');
  if (account.suspendedAt) throw new AppError('SUSPENDED');
  const { id: userId, passwordHash } = account;
  if (!(await grantLoginPass(db, { userId, passwordHash }, clock())))
    throw new AppError('LOGIN_FAILED');
}

/** Strangers cannot use up the limit of a device on which this user has logged in. */
async function limitsOf(
  { db, clientAddress, deviceToken }: Call,
  { name, userId }: { name: string; userId: number },
): Promise<Budget[]> {
  if (deviceToken && (await isDeviceOf(db, { userId, deviceToken })))
    return [[wrongPasswordOfDevice, name, deviceToken]];
  return [
    [wrongPassword, name, clientAddress],
    [wrongPasswordAnywhere, name],
  ];
}

/*
 * Wrong passwords lock an account for its owner too. Therefore a login returns a random token that
 * the browser sends with the next password. Wrong passwords from such a device are counted
 * separately, so that strangers cannot keep the owner out. The token grants nothing else.
 */

type Device = { deviceToken: string | undefined };

/** Takes equally long for an unknown user. */
async function isDeviceOf(
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
async function grantLoginPass(
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
const wrongPasswordOfDevice: RateRule = {
  name: 'wrongPasswordOfDevice',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};
const wrongPasswordAnywhere: RateRule = {
  name: 'wrongPasswordAnywhere',
  points: 50,
  seconds: 15 * MINUTE_SECONDS,
};

export const wrongPasswordRules = [wrongPassword, wrongPasswordAnywhere, wrongPasswordOfDevice];
