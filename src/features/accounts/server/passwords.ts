import { hash, verify } from '@node-rs/argon2';
import * as z from 'zod/mini';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { createToken, sha256 } from '#server/hashes.ts';
import { clientOfPerson, heavyWork } from '#server/heavy-work.ts';
import { putInOutbox } from '#server/outbox.ts';
import type { Budget, RateRule } from '#server/rate-limits.ts';
import { newPasswordRules } from '../rules/account.ts';
import type { ChangePassword, Login } from '../rules/account-input.ts';
import { LOGIN_PASS_SECONDS } from '../rules/limits.ts';
import { findUser, replacePassword } from './account-queries.ts';
import { alarmOwner } from './alarm-owner.ts';
import { addressOf, findAddressee, loginName } from './one-time-codes.ts';
import {
  findLoginPass,
  hasLoggedIn,
  isKnownToAnyone,
  upsertKnownDevice,
  upsertLoginPass,
} from './session-queries.ts';

declare global {
  interface Services {
    passwords: PasswordHasher;
  }
}

/** OWASP's recommendation for argon2id, this library's default. */
const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many of the most common passwords cause a warning. The list is ordered by frequency. */
const COMMON_PASSWORDS = 10_000;
let commonPasswords: ReadonlySet<string> | undefined;

/** Keyboards may compose the same password differently (NIST SP 800-63B, 5.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** Only a warning, because the code mailed at every login also protects the account. */
export async function isCommonPassword(password: string) {
  // Loaded on first use, because the dictionary takes memory.
  commonPasswords ??= await readCommonPasswords();
  return commonPasswords.has(normalized(password).toLowerCase());
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS));
}

export const refuseWeakPassword = (
  password: string,
  { role, field }: { role: Role; field: string },
) => void z.object({ [field]: newPasswordRules[role] }).parse({ [field]: password });

/** Both methods run as heavy work of the client. */
export type PasswordHasher = {
  hash(password: string, client: string): Promise<string>;
  /** Without an account (null) it takes equally long and returns false. */
  isRight(password: string, passwordHash: string | null, client: string): Promise<boolean>;
};

/** Only tests pass another cost, because this one would dominate their run time. */
export function createPasswordHasher(cost = PASSWORD_COST): PasswordHasher {
  const hashPassword = (password: string) => hash(normalized(password), cost);
  let placeholderHash: Promise<string> | undefined;
  return {
    hash: (password, client) => heavyWork.run(client, () => hashPassword(password)),
    isRight: (password, passwordHash, client) => {
      const compare = async () => {
        placeholderHash ??= hashPassword('no account has this password');
        const isRight = await verify(passwordHash ?? (await placeholderHash), normalized(password));
        return isRight && passwordHash !== null;
      };
      return heavyWork.run(client, compare, { isRightful: (isRight) => isRight });
    },
  };
}

/** Ends all access but this session. If the password was reset in the meantime, the reset wins. */
export async function changePassword(
  call: Call<'user'>,
  { currentPassword, newPassword }: ChangePassword,
) {
  const { db, user, clock, passwords, withoutSlot, endAccess } = call;
  const { id: userId, role, sessionId } = user;
  refuseWeakPassword(newPassword, { role, field: 'newPassword' });
  const confirmed = await confirmPassword(
    db,
    { userId, password: currentPassword, field: 'currentPassword' },
    call,
  );
  const passwordHash = await withoutSlot(() => passwords.hash(newPassword, clientOfPerson(userId)));
  await db.transaction(async (tx) => {
    const now = clock();
    const isReplaced = await replacePassword(tx, {
      userId,
      passwordHash,
      replacing: confirmed.passwordHash,
      now,
    });
    if (!isReplaced) throw new AppError('PASSWORD_WRONG', { field: 'currentPassword' });
    await endAccess(
      tx,
      { userId, exceptSession: sessionId, formerPasswordHash: confirmed.passwordHash },
      now,
    );
    await putInOutbox(tx, alarmOwner('passwordChanged', { userId }), now);
  });
}

type Confirmation = { userId: number; password: string; field?: string };

/**
 * Counts over all addresses: a thief with a session can guess from many, and nobody without a
 * session can use up the attempts.
 */
export async function confirmPassword(
  db: Database,
  { userId, password, field = 'password' }: Confirmation,
  services: Comparing,
) {
  const account = await findUser(db, userId);
  const counted: Budget[] = [[wrongPassword, account ? loginName(account) : '', 'with a session']];
  const hash = account?.passwordHash ?? null;
  const given = { password, hash, client: clientOfPerson(userId) };
  if (!(await isCountedRight(given, counted, services)) || !account)
    throw new AppError('PASSWORD_WRONG', { field });
  return account;
}

type Comparing = Pick<Services, 'rateLimits' | 'passwords' | 'withoutSlot'>;

/**
 * Counted before the comparison, so that parallel guesses count too. A correct password, and one
 * that could not be compared, is given back.
 */
async function isCountedRight(
  { password, hash, client }: { password: string; hash: string | null; client: string },
  counted: Budget[],
  { rateLimits, passwords, withoutSlot }: Comparing,
) {
  for (const limit of counted) await rateLimits.consume(...limit);
  const giveBack = async () => {
    for (const limit of counted) await rateLimits.giveBack(...limit);
  };
  const compare = () => passwords.isRight(password, hash, client);
  const isRight = await withoutSlot(compare).catch(async (refusal) => {
    await giveBack();
    throw refusal;
  });
  if (isRight && hash !== null) await giveBack();
  return isRight;
}

/**
 * Sends nothing; a login code may then be requested. A wrong password and an unknown email or
 * number get the same answer, after the same work. Other errors are thrown only after the correct
 * password.
 */
export async function verifyCredentials(
  call: Call,
  { password, role, ...addressee }: Login & { role: Role },
) {
  const { db, clock, clientAddress } = call;
  const address = addressOf(addressee);
  const account = await findAddressee(db, address);
  // One name for both kinds of login, so that they don't double the guesses.
  const name = account ? loginName(account) : address;
  const counted = await limitsOf(call, { name, userId: account?.id ?? 0 });
  const given = { password, hash: account?.passwordHash ?? null, client: clientAddress };
  if (!(await isCountedRight(given, counted, call)) || !account) throw new AppError('LOGIN_FAILED');
  if (account.role !== role)
    throw new AppError(account.role === 'farmer' ? 'FARMER_ACCOUNT' : 'BUYER_ACCOUNT');
  if (account.suspendedAt) throw new AppError('SUSPENDED');
  const { id: userId, passwordHash } = account;
  // False if the password has changed since, or the account is deleted.
  if (!(await upsertLoginPass(db, { userId, passwordHash, passedAt: clock() })))
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

type Device = { deviceToken: string | undefined };

/** Takes equally long for an unknown user. */
async function isDeviceOf(db: Database, { userId, deviceToken }: Device & { userId: number }) {
  return deviceToken !== undefined && hasLoggedIn(db, { tokenHash: sha256(deviceToken), userId });
}

/**
 * Wrong passwords lock an account for its owner too. Therefore a login returns a random token that
 * the browser sends with the next password. Wrong passwords from such a device are counted
 * separately, so that strangers cannot keep the owner out. The token grants nothing else.
 */
export async function rememberDevice(
  db: Database,
  { userId, deviceToken, now }: Device & { userId: number; now: Date },
) {
  const isOurs = deviceToken !== undefined && (await isKnownToAnyone(db, sha256(deviceToken)));
  const token = isOurs ? deviceToken : createToken();
  await upsertKnownDevice(db, { tokenHash: sha256(token), userId, now });
  return token;
}

export async function hasLoginPass(db: Database, userId: number, now: Date) {
  return (
    (await findLoginPass(db, { userId, since: secondsAfter(now, -LOGIN_PASS_SECONDS) })) !== null
  );
}

/** Per account name and client address, or `with a session`. */
const wrongPassword: RateRule = {
  name: 'wrongPassword',
  points: 10,
  seconds: 15 * MINUTE_SECONDS,
};

/** Per account name and device. Strangers cannot use it up. */
const wrongPasswordOfDevice: RateRule = { ...wrongPassword, name: 'wrongPasswordOfDevice' };
const wrongPasswordAnywhere: RateRule = {
  ...wrongPassword,
  name: 'wrongPasswordAnywhere',
  points: 50,
};

export const wrongPasswordRules = [wrongPassword, wrongPasswordAnywhere, wrongPasswordOfDevice];
