import { AppError } from '#server/app-error.ts';
import { putInOutbox } from '#server/outbox.ts';
import { defaultBusinessName } from '../rules/account.ts';
import type { AddEmail, EditBuyer } from '../rules/account-input.ts';
import {
  deleteUser,
  findAccount,
  findBuyerProfile,
  insertEmail,
  lockAccount,
  updateBuyer,
  updatePhoneVerified,
  updateUser,
} from './account-queries.ts';
import { alarmOwner } from './alarm-owner.ts';
import { claimPhoneProof, claimSignupProof, refuseStrangers } from './create-account.ts';
import type { EndAccess } from './end-access.ts';
import { voidCodes } from './one-time-codes.ts';
import { confirmPassword } from './passwords.ts';
import { findPhone, upsertLine } from './people-queries.ts';
import {
  beginDoubt,
  findNumberFacts,
  freeNumber,
  provenAt,
  provesPerson,
} from './trust-in-number.ts';

export async function renamePerson(
  db: Database,
  { userId, ...name }: { userId: number; firstName: string; lastName: string },
  now: Date,
) {
  await updateUser(db, userId, { ...name, updatedAt: now });
}

/**
 * The caller has checked that this is allowed. The new number proves nothing until the user is
 * identified by more than a session or a password.
 */
export async function replacePhoneNumber(
  tx: Database,
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  now: Date,
) {
  const phone = await findPhone(tx, userId);
  if (phone?.phoneNumber === phoneNumber) return;
  await updateUser(tx, userId, { phoneNumber, updatedAt: now });
  await beginDoubt(tx, userId, { numberChangedAt: now, releasedNumber: null }, now);
}

type NewNumber = { userId: number; phoneNumber: string; signupToken: string };

/** Clears earlier reports about the SIM. The caller has checked the password. */
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
 * A user without an email must still have the phone of the former number. A code to a doubtful
 * number doesn't prove that.
 */
export async function proveFormerNumber(
  tx: Database,
  former: NewNumber,
  services: { now: Date; secret: string },
) {
  const isTrusted = provesPerson(await findNumberFacts(tx, former.userId), services.now);
  if (!isTrusted) throw new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' });
  await voidCodes(tx, { recipient: former.phoneNumber, now: services.now });
  await claimPhoneProof(tx, former, services);
}

/** Codes to both phones prove more than a password. */
export const trustNewNumber = (tx: Database, userId: number, now: Date) =>
  upsertLine(tx, userId, provenAt(now));

/** Only for mails; pages follow the cookie. */
export async function setLanguage(
  { db, user, clock }: Pick<Call<'user'>, 'db' | 'clock'> & { user: { id: number } },
  { language }: { language: Language },
) {
  await updateUser(db, user.id, { language, updatedAt: clock() });
}

/**
 * Requires the password, because an email can reset it. Like a sign-up, it replaces an unverified
 * account with this email.
 */
export async function addEmail(call: Call<'user'>, { email, signupToken, password }: AddEmail) {
  const { db, user, clock, secret } = call;
  const userId = user.id;
  await confirmPassword(db, { userId, password }, call);
  await db.transaction(async (tx) => {
    const now = clock();
    await voidCodes(tx, { recipient: email, now });
    const existing = await findAccount(tx, email);
    if (existing?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
    await claimSignupProof(
      tx,
      { userId, address: email, signupToken, clientAddress: '' },
      { now, secret },
    );
    if (existing) await deleteUser(tx, existing.id);
    if (!(await insertEmail(tx, { userId, email, now })))
      throw new AppError('EMAIL_ALREADY_THERE', { field: 'email' });
    await putInOutbox(tx, alarmOwner('emailAdded', { userId }), now);
  });
  return { email };
}

export async function getBuyerProfile({ db, user }: Pick<Call<'buyer'>, 'db' | 'user'>) {
  const profile = await findBuyerProfile(db, user.id);
  if (!profile) throw new AppError('NOT_FOUND');
  return {
    ...profile,
    email: profile.email ?? '',
    isPhoneVerified: profile.phoneVerifiedAt !== null,
  };
}

export async function editBuyer(call: Call<'buyer'>, change: EditBuyer) {
  const buyerId = call.user.id;
  await call.db.transaction(async (tx) => {
    const now = call.clock();
    // A concurrent edit of other fields waits, so that it is not undone.
    await lockAccount(tx, buyerId);
    const former = await getBuyerProfile({ ...call, db: tx });
    const { firstName = former.firstName, lastName = former.lastName } = change;
    const { phoneNumber = former.phoneNumber } = change;
    const { businessName = former.businessName } = change;
    // A shop that is named after its owner is renamed with the owner.
    const isDefault = businessName === defaultBusinessName(former);
    const { deliveryAddress = former.deliveryAddress, city = former.city } = change;
    await renamePerson(tx, { userId: buyerId, firstName, lastName }, now);
    await replacePhoneNumber(tx, { userId: buyerId, phoneNumber }, now);
    await updateBuyer(tx, buyerId, {
      businessName: (!isDefault && businessName) || defaultBusinessName({ firstName, lastName }),
      deliveryAddress,
      city,
    });
  });
  return getBuyerProfile(call);
}

/** `account`: an email, a verified number, or an id for an account with neither. */
type Loss = { account: string | number; phoneNumber: string };

export type Replacement = { outcome: 'unknown' | 'taken' } | { outcome: 'done'; userId: number };

/** The operator has checked the ownership, so the new number is trusted. Ends all access. */
export async function replaceLostNumber(
  tx: Database,
  { account: which, phoneNumber }: Loss,
  { now, endAccess }: { now: Date; endAccess: EndAccess },
): Promise<Replacement> {
  const account = await lockAccount(tx, which);
  if (!account) return { outcome: 'unknown' };
  const userId = account.id;
  try {
    await freeNumber(tx, { phoneNumber, userId }, now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PHONE_TAKEN') return { outcome: 'taken' };
    throw error;
  }
  await endAccess(tx, { userId, isSimChanged: true }, now);
  await replacePhoneNumber(tx, { userId, phoneNumber }, now);
  await updatePhoneVerified(tx, { userId, phoneNumber, now });
  await upsertLine(tx, userId, provenAt(now));
  const former = account.phoneVerifiedAt ? { formerNumber: account.phoneNumber } : {};
  const changed = alarmOwner('phoneNumberChanged', {
    userId,
    lastDigits: phoneNumber.slice(-3),
    ...former,
  });
  await putInOutbox(tx, changed, now);
  return { outcome: 'done', userId };
}
