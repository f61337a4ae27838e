import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { hmac, sha256 } from '#server/hashes.ts';
import { claimSignup } from '#server/rate-limits.ts';
import { type BuyerSignup, DEFAULT_BUSINESS_TYPE, defaultBusinessName } from '../rules/account.ts';
import { SIGNUP_PROOF_SECONDS } from '../rules/limits.ts';
import { deleteUser, findAccount, insertBuyer, insertUser } from './account-queries.ts';
import {
  deleteReplaceableUser,
  findSignupProof,
  hasProof,
  spendSignupProofs,
} from './one-time-code-queries.ts';
import { voidCodes } from './one-time-codes.ts';
import { freeNumber } from './trust-in-number.ts';

type NewAccount = {
  /** Null: no mailbox; then the phone number is verified. */
  email: string | null;
  role: Role;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  nationalId: string | null;
  language: Language;
  emailVerifiedAt: Date | null;
  phoneVerifiedAt?: Date;
  signedUpBy?: number;
};

/**
 * Replaces an account whose email was never verified. Locks the email, so that two concurrent
 * sign-ups create one row.
 */
export async function createAccount(db: Database, account: NewAccount, now: Date) {
  const { email, phoneNumber } = account;
  if (email === null) {
    await freeNumber(db, { phoneNumber, userId: null }, now);
    return insertUser(db, { ...account, createdAt: now, updatedAt: now });
  }
  await voidCodes(db, { recipient: email, now });
  const existing = await findAccount(db, email);
  if (existing?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
  if (existing) await deleteUser(db, existing.id);
  return insertUser(db, { ...account, createdAt: now, updatedAt: now });
}

/** Sends no code: the form requests one next. */
export async function signUpBuyer(
  call: Call,
  { password, businessName, businessType, deliveryAddress, city, ...person }: BuyerSignup,
) {
  const { db, clock, passwords, withoutSlot, clientAddress, language } = call;
  await claimSignup(clientAddress, call);
  const passwordHash = await withoutSlot(() => passwords.hash(password, clientAddress));
  await db.transaction(async (tx) => {
    const userId = await createAccount(
      tx,
      { ...person, language, role: 'buyer', passwordHash, emailVerifiedAt: null },
      clock(),
    );
    await insertBuyer(tx, {
      userId,
      businessName: businessName || defaultBusinessName(person),
      businessType: businessType || DEFAULT_BUSINESS_TYPE,
      deliveryAddress: deliveryAddress ?? '',
      city: city ?? '',
    });
  });
}

type Claim = {
  userId: number;
  address: string;
  signupToken?: string | undefined;
  clientAddress: string;
};

/**
 * By the token from verify-otp, or without one by the same client address. Several people may share
 * an address, so the token's holder may later replace an account made without it. The caller has
 * locked the address.
 */
export async function claimSignupProof(
  db: Database,
  { userId, address, signupToken, clientAddress }: Claim,
  { now, secret }: { now: Date; secret: string },
) {
  if (!signupToken && clientAddress === '') throw new AppError('EMAIL_NOT_PROVEN');
  const holder = signupToken
    ? { tokenHash: sha256(signupToken) }
    : { addressHash: hmac(secret, 'signup address', clientAddress) };
  const proof = await findSignupProof(db, {
    address,
    since: secondsAfter(now, -SIGNUP_PROOF_SECONDS),
    holder,
  });
  if (!proof) throw new AppError('EMAIL_NOT_PROVEN');
  await spendSignupProofs(db, address, signupToken ? null : userId);
}

type PhoneClaim = { userId: number; phoneNumber: string; signupToken: string };

/** Doesn't tell strangers whether the number has an account. */
export async function refuseStrangers(
  db: Database,
  { phoneNumber, signupToken }: Omit<PhoneClaim, 'userId'>,
) {
  if (await hasProof(db, { address: phoneNumber, tokenHash: sha256(signupToken) })) return;
  throw new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' });
}

export async function claimPhoneProof(
  db: Database,
  { userId, phoneNumber, signupToken }: PhoneClaim,
  { now, secret }: { now: Date; secret: string },
) {
  try {
    await claimSignupProof(
      db,
      { userId, address: phoneNumber, signupToken, clientAddress: '' },
      { now, secret },
    );
  } catch (error) {
    throw error instanceof AppError
      ? new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' })
      : error;
  }
}

type Replaceable = { email: string; signupToken: string; now: Date };

/**
 * Deletes the account that somebody behind the same client address created for this email without
 * the token, unless somebody has logged in to it. Locks the email.
 * @returns whether there was one, which proves the email like an unused token
 */
export async function removeReplaceableAccount(
  db: Database,
  { email, signupToken, now }: Replaceable,
) {
  await voidCodes(db, { recipient: email, now });
  return deleteReplaceableUser(db, { address: email, tokenHash: sha256(signupToken) });
}
