/*
 * The number belongs to the holder of the SIM, so actions that it alone should not decide need a
 * PIN (trust-in-number.ts). Five wrong PINs lock it for a day. It is stored as an HMAC with the
 * application's secret, so that a copy of the database alone reveals nothing.
 */

import { DAY_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { hmac, isSameHash } from '#server/hashes.ts';
import { fromPhones, outboxKind, putInOutbox } from '#server/outbox.ts';
import {
  PIN_LOCKED_SECONDS,
  PIN_RESET_SECONDS,
  PIN_TRIES_MAX,
  SETTLED_SECONDS,
} from '../rules/limits.ts';
import { deleteEmailAddedAfter, lockAccount } from './account-queries.ts';
import { alarmOwner } from './alarm-owner.ts';
import type { EndAccess } from './end-access.ts';
import { confirmPassword } from './passwords.ts';
import { findPhone, lockLine, upsertLine } from './people-queries.ts';
import { hasEmailSession } from './session-queries.ts';
import {
  beginDoubt,
  findNumberFacts,
  provenAt,
  provesPerson,
  trustInNumber,
} from './trust-in-number.ts';

const hashPin = (secret: string, { userId, pin }: { userId: number; pin: string }) =>
  hmac(secret, 'phone pin', String(userId), pin);

/**
 * For a doubtful number also requires a session opened with a mailed code, because the password may
 * have been set by phone.
 */
export async function setPin(
  call: Call<'user'>,
  { pin, password }: { pin: string; password: string },
) {
  const { db, user, clock, secret } = call;
  const { id: userId, sessionId } = user;
  await confirmPassword(db, { userId, password }, call);
  const trust = trustInNumber(await findNumberFacts(db, userId), clock());
  if ('since' in trust && !(await hasEmailSession(db, { sessionId, since: trust.since })))
    throw new AppError('NUMBER_DOUBTFUL');
  await upsertLine(db, userId, {
    pinHash: hashPin(secret, { userId, pin }),
    pinSetAt: clock(),
    pinTries: 0,
    pinLockedUntil: null,
    pinEndsAt: null,
  });
  return getPhone(db, userId, call);
}

type ChosenPin = { userId: number; pin: string; isOldGiven: boolean };

/**
 * By USSD. `isOldGiven`: checkPin has just accepted the present one. False if that was needed and
 * is missing, or if somebody else may have the phone.
 */
export async function choosePin(
  db: Database,
  { userId, pin, isOldGiven }: ChosenPin,
  { clock, secret }: { clock: Clock; secret: string },
) {
  return db.transaction(async (tx) => {
    await upsertLine(tx, userId, {});
    const line = await lockLine(tx, userId);
    const now = clock();
    if (!line || Boolean(line.pinHash) !== isOldGiven || !provesPerson(line, now)) return false;
    const pinHash = hashPin(secret, { userId, pin });
    await upsertLine(tx, userId, { pinHash, pinSetAt: now, pinEndsAt: null, heardAt: now });
    return true;
  });
}

type PinCheck = { outcome: 'right' | 'locked' | 'none' } | { outcome: 'wrong'; triesLeft: number };

type TriedPin = {
  userId: number;
  pin: string;
  /**
   * Evaluated in the transaction that counts a wrong PIN, so that the server's retries count once.
   */
  isCounted?: ((tx: Database) => Promise<boolean>) | undefined;
};

/**
 * Counts the attempt in a transaction that commits, with the line locked. A correct PIN ends all
 * doubts about the number and calls off the PIN's removal.
 */
export async function checkPin(
  db: Database,
  { userId, pin, isCounted }: TriedPin,
  { clock, secret }: { clock: Clock; secret: string },
): Promise<PinCheck> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, userId);
    const now = clock();
    if (!line?.pinHash) return { outcome: 'none' };
    if (line.pinLockedUntil && line.pinLockedUntil > now) return { outcome: 'locked' };
    if (!isSameHash(line.pinHash, hashPin(secret, { userId, pin }))) {
      const isNew = !isCounted || (await isCounted(tx));
      const pinTries = line.pinTries + (isNew ? 1 : 0);
      const isLocked = pinTries >= PIN_TRIES_MAX;
      const pinLockedUntil = isLocked ? secondsAfter(now, PIN_LOCKED_SECONDS) : null;
      if (isNew)
        await upsertLine(tx, userId, { pinTries: isLocked ? 0 : pinTries, pinLockedUntil });
      return isLocked
        ? { outcome: 'locked' }
        : { outcome: 'wrong', triesLeft: PIN_TRIES_MAX - pinTries };
    }
    const unlocked = { pinTries: 0, pinLockedUntil: null, pinEndsAt: null };
    await upsertLine(tx, userId, { ...unlocked, ...provenAt(now) });
    return { outcome: 'right' };
  });
}

/**
 * Somebody else may have the SIM, so the number proves nothing and gets no messages. Ends all
 * access except the session that reports it. Without such a session, also removes an email that was
 * added lately, because the SIM was enough to add it.
 * @returns whether an email was removed
 */
export async function reportSimChange(
  tx: Database,
  { userId, sessionId }: { userId: number; sessionId: number | null },
  { now, endAccess }: { now: Date; endAccess: EndAccess },
) {
  if (!(await findPhone(tx, userId))) throw new AppError('NOT_FOUND');
  await beginDoubt(tx, userId, { simChangedAt: now }, now);
  await endAccess(tx, { userId, exceptSession: sessionId ?? undefined, isSimChanged: true }, now);
  if (sessionId !== null) return { isEmailRemoved: false };
  const moment = secondsAfter(now, -SETTLED_SECONDS);
  return { isEmailRemoved: await deleteEmailAddedAfter(tx, { userId, moment, now }) };
}

export async function getPhone(db: Database, userId: number, { clock }: { clock: Clock }) {
  const phone = await findPhone(db, userId);
  if (!phone) throw new AppError('NOT_FOUND');
  const { is } = trustInNumber(phone, clock());
  return {
    phoneNumber: phone.phoneNumber,
    isVerified: phone.phoneVerifiedAt !== null,
    hasEmail: phone.email !== null,
    hasPin: Boolean(phone.pinHash),
    isSimChanged: Boolean(phone.simChangedAt),
    doubt: is === 'trusted' || is === 'unverified' ? null : is,
    isStopped: Boolean(phone.stoppedAt),
  };
}

/** `endsAt`: the stored end, which another command may have replaced. */
type PinEnd = { userId: number; endsAt: string };

export const pinEnds = outboxKind<PinEnd>({
  kind: 'pinEnds',
  lane: fromPhones,
  validSeconds: DAY_SECONDS,
});

/** `doubtful`: somebody else may have the number. */
type PinReset = 'done' | 'unknown' | 'none' | 'already' | 'doubtful';

/**
 * Only the operator can remove a forgotten PIN, after checking who asks. The removal waits for a
 * day; the owner is notified, and the right PIN or the operator calls it off. A reported SIM or a
 * changed number stays in doubt.
 */
export async function resetPin(tx: Database, address: string, now: Date): Promise<PinReset> {
  const account = await lockAccount(tx, address);
  if (!account) return 'unknown';
  const { id: userId } = account;
  const line = await lockLine(tx, userId);
  if (!line?.pinHash) return 'none';
  if (line.pinEndsAt) return 'already';
  if ('since' in trustInNumber(line, now)) return 'doubtful';
  const endsAt = secondsAfter(now, PIN_RESET_SECONDS);
  await upsertLine(tx, userId, { pinEndsAt: endsAt });
  await putInOutbox(tx, alarmOwner('pinReset', { userId }), now);
  await putInOutbox(tx, pinEnds({ userId, endsAt: endsAt.toISOString() }), endsAt);
  return 'done';
}

export async function keepPin(
  tx: Database,
  address: string,
): Promise<'done' | 'unknown' | 'already'> {
  const account = await lockAccount(tx, address);
  if (!account) return 'unknown';
  const line = await lockLine(tx, account.id);
  if (!line?.pinEndsAt) return 'already';
  await upsertLine(tx, account.id, { pinEndsAt: null });
  return 'done';
}

export async function endPin(
  db: Database,
  { userId, endsAt }: PinEnd,
  { clock }: { clock: Clock },
) {
  await db.transaction(async (tx) => {
    const line = await lockLine(tx, userId);
    if (line?.pinEndsAt?.toISOString() !== endsAt) return;
    const removed = { pinHash: null, pinSetAt: null, pinEndsAt: null };
    const unlocked = { pinTries: 0, pinLockedUntil: null };
    await upsertLine(tx, userId, { ...removed, ...unlocked, heardAt: clock() });
  });
}
