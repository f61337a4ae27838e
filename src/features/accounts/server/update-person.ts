import type { Language } from '#platform/rules/language.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { claimPhoneProof, refuseStrangers } from './claim-signup-proof.ts';
import { voidCodes } from './codes/issue-code.ts';
import { findPhone, upsertLine } from './people/line-queries.ts';
import { updatePhoneVerified, updateUser } from './people/queries.ts';
import { freeNumber } from './people/release-number.ts';
import { findNumberFacts, provenAt, provesPerson } from './trust-in-number.ts';

/** Changes a person's name, for every role. */
export async function renamePerson(
  db: Database,
  { userId, ...name }: { userId: number; firstName: string; lastName: string },
  now: Date,
) {
  await updateUser(db, userId, { ...name, updatedAt: now });
}

/**
 * Changes a person's phone number, in the caller's transaction. The caller has checked that they
 * may. Until something better than a session or a password has shown who they are, the new number
 * alone proves nothing.
 */
export async function replacePhoneNumber(
  tx: Database,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  now: Date,
) {
  const phone = await findPhone(tx, userId);
  if (phone?.phoneNumber === phoneNumber) return;
  await updateUser(tx, userId, { phoneNumber, updatedAt: now });
  await upsertLine(tx, userId, { numberChangedAt: now, releasedNumber: null });
}

type NewNumber = { userId: number; phoneNumber: string; signupToken: string };

/**
 * The number that was just stored is the person's: a code by SMS has shown it. What was reported of
 * the SIM before is over. The caller has asked for the password. @throws AppError PHONE_NOT_PROVEN,
 * PHONE_TAKEN
 */
export async function verifyNewNumber(
  tx: Database,
  { userId, phoneNumber, signupToken }: NewNumber,
  services: { now: Date; secret: string },
) {
  await refuseStrangers(tx, { phoneNumber, signupToken });
  await freeNumber(tx, { phoneNumber, userId }, services.now);
  await claimPhoneProof(tx, { userId, phoneNumber, signupToken }, services);
  await updatePhoneVerified(tx, { userId, phoneNumber, now: services.now });
  await upsertLine(tx, userId, { simChangedAt: null, heardAt: services.now });
}

/**
 * Whoever changes the number of somebody without an email still has the phone of the number before,
 * which a code to a doubtful number does not show.
 * @throws AppError PHONE_NOT_PROVEN
 */
export async function proveFormerNumber(
  tx: Database,
  former: NewNumber,
  services: { now: Date; secret: string },
) {
  const isTrusted = provesPerson(await findNumberFacts(tx, former.userId), services.now);
  if (!isTrusted) throw new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' });
  // Locks the number.
  await voidCodes(tx, { email: former.phoneNumber, now: services.now });
  await claimPhoneProof(tx, former, services);
}

/** The codes of both phones have shown more than a password: the new number is trusted at once. */
export const trustNewNumber = (tx: Database, userId: number, now: Date) =>
  upsertLine(tx, userId, provenAt(now));

/** Sets the language of mails to this person; pages follow the cookie. */
export async function setLanguage(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
) {
  await updateUser(db, userId, { language, updatedAt: clock() });
}
