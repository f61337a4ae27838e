import { SIGNUP_PROOF_SECONDS } from '#accounts/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { hmac, sha256 } from '#platform/server/hashes.ts';
import { findSignupProof, hasProof, spendSignupProofs } from './people/proof-queries.ts';

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
