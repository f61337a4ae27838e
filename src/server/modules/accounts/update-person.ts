import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Language } from '#shared/language.ts';
import { claimPhoneProof, refuseStrangers } from './claim-signup-proof.ts';
import { voidCodes } from './codes/issue-code.ts';
import { upsertLine } from './people/line-queries.ts';
import { findAccountByPhone, updatePhoneVerified, updateUser } from './people/queries.ts';
import { isSimDoubtful } from './phone-line.ts';

/** Changes a person's name, for every role. */
export async function renamePerson(
  db: Database,
  { userId, ...name }: { userId: number; firstName: string; lastName: string },
  now: Date,
) {
  await updateUser(db, userId, { ...name, updatedAt: now });
}

/** Changes a person's phone number. The caller has checked that they may. */
export async function replacePhoneNumber(
  db: Database,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  now: Date,
) {
  await updateUser(db, userId, { phoneNumber, updatedAt: now });
}

type NewNumber = { userId: number; phoneNumber: string; signupToken: string };

/**
 * The number that was just stored is the person's: a code by SMS has shown it. What was reported of the SIM before is over. The caller has asked for the
 * password. @throws AppError PHONE_NOT_PROVEN, PHONE_TAKEN
 */
export async function verifyNewNumber(
  db: Database,
  { userId, phoneNumber, signupToken }: NewNumber,
  services: { now: Date; secret: string },
) {
  // Locks the number.
  await voidCodes(db, { email: phoneNumber, now: services.now });
  await refuseStrangers(db, { phoneNumber, signupToken });
  if (await findAccountByPhone(db, phoneNumber)) throw new AppError('PHONE_TAKEN', { field: 'phoneNumber' });
  await claimPhoneProof(db, { userId, phoneNumber, signupToken }, services);
  await updatePhoneVerified(db, { userId, phoneNumber, now: services.now });
  await upsertLine(db, userId, { simChangedAt: null, heardAt: services.now });
}

/**
 * Whoever changes the number of somebody without an email still has the phone of the number before, which a code to a doubtful SIM does not show.
 * @throws AppError PHONE_NOT_PROVEN
 */
export async function proveFormerNumber(db: Database, former: NewNumber, services: { now: Date; secret: string }) {
  if (await isSimDoubtful(db, { id: former.userId, email: null }))
    throw new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' });
  // Locks the number.
  await voidCodes(db, { email: former.phoneNumber, now: services.now });
  await claimPhoneProof(db, former, services);
}

/** Sets the language of mails to this person; pages follow the cookie. */
export async function setLanguage(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
) {
  await updateUser(db, userId, { language, updatedAt: clock() });
}
