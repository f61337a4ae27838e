import type { ResetPassword } from '#accounts/rules/otp.ts';
import { isPhoneNumber } from '#platform/rules/phone-number.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { alarmOwner } from './alarm-owner.ts';
import { addressOf, findAddressee, hasVerifiedAddress, loginName } from './codes/find-addressee.ts';
import { type CodeCheck, verifyCode } from './codes/verify-code.ts';
import { acceptedOrThrow } from './confirm-code.ts';
import { refuseWeakPassword } from './passwords.ts';
import { updatePassword } from './people/queries.ts';
import { rememberDevice, wrongPasswordRules } from './sessions/known-device.ts';
import { findNumberFacts, provesPerson } from './trust-in-number.ts';

type Refused = Exclude<CodeCheck, { outcome: 'right' }>;

/**
 * Ends all access to the account. The device becomes a known device, which further guesses cannot
 * lock out.
 */
export async function resetPassword(
  call: Call,
  { otp, password, ...addressee }: ResetPassword,
): Promise<{ deviceToken: string }> {
  const { db, clock, secret, rateLimits, passwords, endAccess, clientAddress, deviceToken } = call;
  // Hashed first, so that all answers take equally long and the transaction stays short.
  const passwordHash = await passwords.hash(password, clientAddress);
  const purpose = 'password_reset';
  const recipient = addressOf(addressee);
  const result = await db.transaction(
    async (tx): Promise<Refused | { outcome: 'changed'; deviceToken: string }> => {
      const now = clock();
      const check = await verifyCode(
        tx,
        { recipient, purpose, code: otp, clientAddress },
        { now, secret, consume: true },
      );
      if (check.outcome !== 'right') return check;
      const account = await findAddressee(tx, recipient);
      if (!account || !hasVerifiedAddress(account)) return { outcome: 'wrong' };
      // The number may have become doubtful after the code was sent.
      if (isPhoneNumber(recipient) && !provesPerson(await findNumberFacts(tx, account.id), now))
        return { outcome: 'wrong' };
      // Throwing rolls back the code's use, so it stays valid for a better password.
      refuseWeakPassword(password, { role: account.role, field: 'password' });
      await updatePassword(tx, { userId: account.id, passwordHash, now });
      await endAccess(tx, { userId: account.id, formerPasswordHash: account.passwordHash }, now);
      await putInOutbox(tx, alarmOwner('passwordChanged', { userId: account.id }), now);
      await rateLimits.clear(tx, wrongPasswordRules, loginName(account));
      const ownDevice = await rememberDevice(tx, { userId: account.id, deviceToken, now });
      return { outcome: 'changed', deviceToken: ownDevice };
    },
  );
  return { deviceToken: acceptedOrThrow(result, purpose).deviceToken };
}
