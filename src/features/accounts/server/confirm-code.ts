import { isPhoneNumber } from '#rules/phone-number.ts';
import { AppError } from '#server/app-error.ts';
import type { Session } from '#server/context.ts';
import { createToken, hmac, sha256 } from '#server/hashes.ts';
import type { VerifyOtp } from '../rules/account-input.ts';
import { updateEmailVerified, updatePhoneVerified } from './account-queries.ts';
import { type LoggedInUser, openSession } from './manage-sessions.ts';
import { endReplacement, insertSignupProof } from './one-time-code-queries.ts';
import {
  addressOf,
  type CodeCheck,
  findAddressee,
  findCurrentUser,
  hasVerifiedAddress,
  verifyCode,
} from './one-time-codes.ts';
import { rememberDevice } from './passwords.ts';
import { findPhone, upsertLine } from './people-queries.ts';
import { hasEmailSession } from './session-queries.ts';
import {
  findNumberFacts,
  freeNumber,
  isNumberFree,
  provenAt,
  provesWithPassword,
  trustInNumber,
} from './trust-in-number.ts';

export type ConfirmedCode =
  | { outcome: 'sessionOpened'; token: string; deviceToken: string; user: LoggedInUser }
  | { outcome: 'emailProven'; signupToken: string; email: string }
  /** The token proves the number for changing to it. */
  | { outcome: 'phoneVerified'; signupToken: string; phoneNumber: string }
  /** The token can create an account for this number's owner. */
  | { outcome: 'phoneProven'; signupToken: string; phoneNumber: string }
  /** Determines the rule for the new password. */
  | { outcome: 'codeRight'; role: Role };

/**
 * A login or a buyer's sign-up opens a session. A farmer's sign-up gets the proof that its account
 * needs. A password reset only checks the code, and uses it with the new password. A phone number
 * outside the logged-in user's profile gets the proof for creating its owner's account.
 */
export async function confirmCode(call: Call, input: VerifyOtp): Promise<ConfirmedCode> {
  const { clock, secret, clientAddress } = call;
  const current = await findCurrentUser(call, input.purpose);
  const confirmed = await call.db.transaction(async (tx) => {
    const { purpose, otp } = input;
    const recipient = addressOf(input);
    const check = await verifyCode(
      tx,
      { recipient, purpose, code: otp, clientAddress },
      { now: clock(), secret, consume: purpose !== 'password_reset' },
    );
    // Returned, not thrown, because the transaction must commit to count a wrong guess.
    if (check.outcome !== 'right') return check;
    return takeCode({ ...call, db: tx }, { ...input, current });
  });
  return acceptedOrThrow(confirmed, input.purpose);
}

export function acceptedOrThrow<T extends { outcome: string }>(
  result: T | Exclude<CodeCheck, { outcome: 'right' }>,
  purpose: VerifyOtp['purpose'],
): T {
  if (isRefusal(result)) {
    if (result.outcome === 'tooMany')
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: result.retryAfterSeconds });
    if (result.outcome === 'usedUp') throw new AppError('CODE_USED_UP');
    throw new AppError(purpose === 'signup' ? 'CODE_INVALID' : 'CODE_INVALID_OR_EXPIRED');
  }
  return result;
}

const isRefusal = (result: {
  outcome: string;
}): result is Exclude<CodeCheck, { outcome: 'right' }> =>
  ['wrong', 'usedUp', 'tooMany'].includes(result.outcome);

type Confirmed = VerifyOtp & { current: Session | null };

async function takeCode(
  call: Call,
  input: Confirmed,
): Promise<ConfirmedCode | { outcome: 'wrong' }> {
  const { db, clock, device } = call;
  const now = clock();
  const address = addressOf(input);
  if (input.purpose === 'verify_phone')
    return verifyPhone(call, { ...input, phoneNumber: address });
  const account = await findAddressee(db, address);
  if (input.purpose === 'signup') {
    // Another sign-up with this email was verified after the code was sent.
    if (account?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
    if (!account || input.userType === 'farmer') {
      return {
        outcome: 'emailProven',
        email: address,
        signupToken: await proveAddress(call, address),
      };
    }
  }
  if (input.purpose === 'password_reset')
    return account ? { outcome: 'codeRight', role: account.role } : { outcome: 'wrong' };
  if (!account || account.suspendedAt) return { outcome: 'wrong' };
  const isByEmail = !isPhoneNumber(address);
  if (!isByEmail) {
    // The number may have become doubtful after the code was sent.
    if (!provesWithPassword(await findNumberFacts(db, account.id), now))
      return { outcome: 'wrong' };
    await upsertLine(db, account.id, { heardAt: now });
  }
  if (!hasVerifiedAddress(account)) await updateEmailVerified(db, account.id, now);
  const { rememberMe: isRemembered = false } = input;
  const token = await openSession(db, { userId: account.id, isRemembered, isByEmail, device }, now);
  await endReplacement(db, account.id);
  const { id, role, firstName, lastName } = account;
  const deviceToken = await rememberDevice(db, {
    userId: account.id,
    deviceToken: call.deviceToken,
    now,
  });
  return {
    outcome: 'sessionOpened',
    token,
    deviceToken,
    user: { id, role, email: account.email ?? '', firstName, lastName },
  };
}

async function proveAddress({ db, clock, secret, clientAddress }: Call, address: string) {
  const signupToken = createToken();
  await insertSignupProof(db, {
    address,
    tokenHash: sha256(signupToken),
    addressHash: hmac(secret, 'signup address', clientAddress),
    verifiedAt: clock(),
  });
  return signupToken;
}

/** The number's codes are locked. */
async function verifyPhone(
  call: Call,
  { phoneNumber, current }: { phoneNumber: string; current: Session | null },
): Promise<ConfirmedCode> {
  const { db } = call;
  const now = call.clock();
  const userId = current?.userId ?? null;
  const own = userId === null ? null : await findPhone(db, userId);
  if (!(await isNumberFree(db, { phoneNumber, userId }, now)))
    throw new AppError('PHONE_TAKEN', { field: 'phoneNumber' });
  const signupToken = await proveAddress(call, phoneNumber);
  if (!current || own?.phoneNumber !== phoneNumber)
    return { outcome: 'phoneProven', phoneNumber, signupToken };
  await freeNumber(db, { phoneNumber, userId }, now);
  await updatePhoneVerified(db, { userId: current.userId, phoneNumber, now });
  const trust = trustInNumber({ ...own, phoneVerifiedAt: own.phoneVerifiedAt ?? now }, now);
  const isProven =
    'since' in trust && (await hasEmailSession(db, { sessionId: current.id, since: trust.since }));
  await upsertLine(db, current.userId, isProven ? provenAt(now) : { heardAt: now });
  return { outcome: 'phoneVerified', phoneNumber, signupToken };
}
