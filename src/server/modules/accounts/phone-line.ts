/*
 * What lets a person act by SMS and USSD: a verified number, and a PIN for what the number alone should not decide. Whoever holds the SIM has
 * the number; the PIN is the person's. It has four digits, so five wrong ones lock it for a day, and it is kept under the application's
 * secret: a copy of the database alone tells nothing about it.
 */
import { AppError } from '#server/app-error.ts';
import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { hmac, isSameHash } from '#server/hashes.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import { PIN_LOCKED_SECONDS, PIN_TRIES_MAX } from '#shared/limits.ts';
import { confirmPassword } from './confirm-password.ts';
import type { PasswordHasher } from './passwords.ts';
import { findLine, findPhone, lockLine, upsertLine } from './people/line-queries.ts';

const hashPin = (secret: string, { userId, pin }: { userId: number; pin: string }) =>
  hmac(secret, 'phone pin', String(userId), pin);

/** A new line, in the caller's transaction: it counts as heard of, because its owner has just said a code. */
export async function openPhoneLine(
  db: Database,
  { userId, pin }: { userId: number; pin?: string | undefined },
  { now, secret }: { now: Date; secret: string },
) {
  await upsertLine(db, userId, { heardAt: now, ...(pin !== undefined && { pinHash: hashPin(secret, { userId, pin }) }) });
}

type NewPin = { userId: number; pin: string; password: string };

/** Chooses a PIN; it takes the password. @throws AppError PASSWORD_WRONG, TOO_MANY_ATTEMPTS */
export async function setPin(
  db: Database,
  { userId, pin, password }: NewPin,
  services: { clock: Clock; secret: string; rateLimits: RateLimits; passwords: PasswordHasher },
) {
  await confirmPassword(db, { userId, password }, services);
  const unlocked = { pinTries: 0, pinLockedUntil: null, simChangedAt: null };
  await upsertLine(db, userId, { pinHash: hashPin(services.secret, { userId, pin }), ...unlocked });
  return getPhone(db, userId);
}

/** Chooses the first PIN, by USSD. False: there is one already, or the SIM has changed since the number was verified. */
export async function chooseFirstPin(
  db: Database,
  { userId, pin }: { userId: number; pin: string },
  { secret }: { secret: string },
) {
  return db.transaction(async (tx) => {
    await upsertLine(tx, userId, {});
    const line = await lockLine(tx, userId);
    if (line?.pinHash || line?.simChangedAt) return false;
    await upsertLine(tx, userId, { pinHash: hashPin(secret, { userId, pin }) });
    return true;
  });
}

export type PinCheck = 'right' | 'wrong' | 'locked' | 'none';

type TriedPin = {
  userId: number;
  pin: string;
  /** Whether a wrong one counts, asked in the transaction that counts it: what the server tries again after a failure counts once. */
  isCounted?: ((tx: Database) => Promise<boolean>) | undefined;
};

/** Compares a PIN. It is counted in a transaction that commits, with the line locked. A right one ends a silence and a change of SIM. */
export async function checkPin(
  db: Database,
  { userId, pin, isCounted }: TriedPin,
  { clock, secret }: { clock: Clock; secret: string },
): Promise<PinCheck> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, userId);
    const now = clock();
    if (!line?.pinHash) return 'none';
    if (line.pinLockedUntil && line.pinLockedUntil > now) return 'locked';
    if (!isSameHash(line.pinHash, hashPin(secret, { userId, pin }))) {
      if (isCounted && !(await isCounted(tx))) return 'wrong';
      const pinTries = line.pinTries + 1;
      const isLocked = pinTries >= PIN_TRIES_MAX;
      const pinLockedUntil = isLocked ? secondsAfter(now, PIN_LOCKED_SECONDS) : null;
      await upsertLine(tx, userId, { pinTries: isLocked ? 0 : pinTries, pinLockedUntil });
      return isLocked ? 'locked' : 'wrong';
    }
    await upsertLine(tx, userId, { pinTries: 0, pinLockedUntil: null, simChangedAt: null, heardAt: now });
    return 'right';
  });
}

/**
 * Whether a code by SMS shows nothing, because somebody else may hold the SIM. The right PIN ends that. Who has neither a PIN nor an email has
 * nothing else to show.
 */
export async function isSimDoubtful(db: Database, { id, email }: { id: number; email: string | null }): Promise<boolean> {
  const line = await findLine(db, id);
  return Boolean(line?.simChangedAt) && (email !== null || Boolean(line?.pinHash));
}

/** From now on the phone's words need the PIN first, and it is told and sent nothing: its SIM may be in other hands. */
export async function reportSimChange(db: Database, userId: number, { clock }: { clock: Clock }) {
  await upsertLine(db, userId, { simChangedAt: clock() });
  return getPhone(db, userId);
}

/** What a person's settings show of the phone. @throws AppError NOT_FOUND when the account is gone */
export async function getPhone(db: Database, userId: number) {
  const [phone, line] = [await findPhone(db, userId), await findLine(db, userId)];
  if (!phone) throw new AppError('NOT_FOUND');
  return {
    phoneNumber: phone.phoneNumber,
    isVerified: phone.phoneVerifiedAt !== null,
    hasEmail: phone.email !== null,
    hasPin: Boolean(line?.pinHash),
    isSimChanged: Boolean(line?.simChangedAt),
    isStopped: Boolean(line?.stoppedAt),
  };
}
