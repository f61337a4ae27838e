import type { AddEmail } from '#accounts/rules/account-changes.ts';
import { AppError } from '#platform/server/app-error.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { claimSignupProof } from '../claim-signup-proof.ts';
import { voidCodes } from '../codes/issue-code.ts';
import { confirmPassword } from '../confirm-password.ts';
import { emailAdded } from '../send-account-letters.ts';
import { deleteUser, findAccount, insertEmail } from './queries.ts';

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
    await voidCodes(tx, { email, now });
    const existing = await findAccount(tx, email);
    if (existing?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
    await claimSignupProof(tx, { userId, email, signupToken, clientAddress: '' }, { now, secret });
    if (existing) await deleteUser(tx, existing.id);
    if (!(await insertEmail(tx, { userId, email, now })))
      throw new AppError('EMAIL_ALREADY_THERE', { field: 'email' });
    await putInOutbox(tx, emailAdded({ userId }), now);
  });
  return { email };
}
