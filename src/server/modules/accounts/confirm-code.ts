import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { createToken, hmac, sha256 } from '#server/hashes.ts';
import { type CodeCheck, verifyCode } from '#server/modules/accounts/codes/verify-code.ts';
import { rememberDevice } from '#server/modules/accounts/sessions/known-device.ts';
import { openSession } from '#server/modules/accounts/sessions/open-session.ts';
import type { Role } from '#shared/account.ts';
import type { VerifyOtp } from '#shared/otp.ts';
import { endReplacement, findAccount, insertSignupProof, updateEmailVerified } from './people/queries.ts';

export type LoggedInUser = { id: number; role: Role; email: string; firstName: string; lastName: string };

export type ConfirmedCode =
  | { outcome: 'sessionOpened'; token: string; deviceToken: string; user: LoggedInUser }
  | { outcome: 'emailProven'; signupToken: string; email: string }
  | { outcome: 'codeRight' };

type Confirmation = VerifyOtp & { clientAddress: string; device: string; deviceToken: string | undefined };

/**
 * Uses a code for its purpose: a login or a buyer's signup opens a session, a farmer's signup gets the proof that its account needs,
 * and a password reset only learns that the code is right, and uses it up with the new password.
 * @throws AppError CODE_INVALID (signup), CODE_INVALID_OR_EXPIRED, TOO_MANY_ATTEMPTS, EMAIL_TAKEN
 */
export async function confirmCode(
  db: Database,
  input: Confirmation,
  services: { clock: Clock; secret: string },
): Promise<ConfirmedCode> {
  const confirmed = await db.transaction(async (tx) => {
    const { email, purpose, otp, clientAddress } = input;
    const check = await verifyCode(
      tx,
      { email, purpose, code: otp, clientAddress },
      { now: services.clock(), secret: services.secret, consume: purpose !== 'password_reset' },
    );
    // Returned, not thrown: the transaction must commit, or a wrong guess would not have been counted.
    if (check.outcome !== 'right') return check;
    return purpose === 'password_reset' ? ({ outcome: 'codeRight' } as const) : takeCode(tx, input, services);
  });
  return acceptedOrThrow(confirmed, input.purpose);
}

/** Throws the error of a code check that failed, and returns any other result. */
export function acceptedOrThrow<T extends { outcome: string }>(
  result: T | Exclude<CodeCheck, { outcome: 'right' }>,
  purpose: VerifyOtp['purpose'],
): T {
  if (isRefusal(result)) {
    if (result.outcome === 'tooMany') throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: result.retryAfterSeconds });
    throw new AppError(purpose === 'signup' ? 'CODE_INVALID' : 'CODE_INVALID_OR_EXPIRED');
  }
  return result;
}

const isRefusal = (result: { outcome: string }): result is Exclude<CodeCheck, { outcome: 'right' }> =>
  result.outcome === 'wrong' || result.outcome === 'tooMany';

async function takeCode(
  db: Database,
  input: Confirmation,
  { clock, secret }: { clock: Clock; secret: string },
): Promise<ConfirmedCode | { outcome: 'wrong' }> {
  const now = clock();
  const account = await findAccount(db, input.email);
  if (input.purpose === 'signup') {
    // The code was sent before somebody else's signup with this email was verified, so it must not open their account.
    if (account?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
    if (!account || input.userType === 'farmer') return proveEmail(db, input, { now, secret });
  }
  if (!account || account.suspendedAt) return { outcome: 'wrong' };
  if (!account.emailVerifiedAt) await updateEmailVerified(db, account.id, now);
  const token = await openSession(db, { userId: account.id, isRemembered: input.rememberMe ?? false, device: input.device }, now);
  await endReplacement(db, account.id);
  const { id, role, email, firstName, lastName } = account;
  const deviceToken = await rememberDevice(db, { userId: account.id, deviceToken: input.deviceToken, now });
  return { outcome: 'sessionOpened', token, deviceToken, user: { id, role, email, firstName, lastName } };
}

async function proveEmail(db: Database, { email, clientAddress }: Confirmation, { now, secret }: { now: Date; secret: string }) {
  const signupToken = createToken();
  await insertSignupProof(db, {
    email,
    tokenHash: sha256(signupToken),
    addressHash: hmac(secret, 'signup address', clientAddress),
    verifiedAt: now,
  });
  return { outcome: 'emailProven', signupToken, email } as const;
}
