import { PAYOUT_HOLD_SECONDS } from '#accounts/rules/limits.ts';
import { confirmPassword } from '#accounts/server/confirm-password.ts';
import type { EndAccess } from '#accounts/server/end-access.ts';
import { getPhone, reportSimChange } from '#accounts/server/phone-line.ts';
import { type Replacement, replaceLostNumber } from '#accounts/server/replace-lost-number.ts';
import { phoneNumberChanged } from '#accounts/server/send-account-letters.ts';
import {
  proveFormerNumber,
  replacePhoneNumber,
  trustNewNumber,
  verifyNewNumber,
} from '#accounts/server/update-person.ts';
import type { ChangePhoneNumber } from '#farms/rules/farm-changes.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { getFarmerProfile } from './own-farm.ts';
import { updateFarm } from './queries.ts';

/**
 * Notifies the owner by mail and holds payouts for a day, so that the owner of a stolen session
 * notices before money leaves. A farmer without an email logs in with the number alone, so their
 * change requires codes from both phones: the password alone must not take over an account.
 */
export async function changePhoneNumber(
  call: Call<'farmer'>,
  { phoneNumber, password, signupToken, formerToken }: ChangePhoneNumber,
) {
  const { db, clock, secret } = call;
  const farmerId = call.user.id;
  await confirmPassword(db, { userId: farmerId, password }, call);
  const profile = await getFarmerProfile(call);
  if (profile.phoneNumber === phoneNumber) return profile;
  const isOnlyAddress = profile.email === null;
  if (isOnlyAddress && !(signupToken && formerToken))
    throw new AppError('PHONE_NOT_PROVEN', { field: 'phoneNumber' });
  await db.transaction(async (tx) => {
    const now = clock();
    const former = {
      userId: farmerId,
      phoneNumber: profile.phoneNumber,
      signupToken: formerToken ?? '',
    };
    if (isOnlyAddress) await proveFormerNumber(tx, former, { now, secret });
    await replacePhoneNumber(tx, { userId: farmerId, phoneNumber }, now);
    if (signupToken)
      await verifyNewNumber(tx, { userId: farmerId, phoneNumber, signupToken }, { now, secret });
    if (isOnlyAddress) await trustNewNumber(tx, farmerId, now);
    await holdPayouts(tx, farmerId, now);
    const changed = phoneNumberChanged({
      userId: farmerId,
      lastDigits: phoneNumber.slice(-3),
      formerNumber: profile.phoneNumber,
    });
    await putInOutbox(tx, changed, now);
  });
  return getFarmerProfile(call);
}

/** By an operator, for an account with a lost number. */
export async function changeLostNumber(
  tx: Database,
  lost: Parameters<typeof replaceLostNumber>[1],
  services: { now: Date; endAccess: EndAccess },
): Promise<Replacement> {
  const replacement = await replaceLostNumber(tx, lost, services);
  if (replacement.outcome === 'done') await holdPayouts(tx, replacement.userId, services.now);
  return replacement;
}

/** Payouts also wait until the number is trusted again (send-payouts.ts). */
export async function reportLostSim(
  tx: Database,
  reported: { userId: number; sessionId: number | null },
  services: { now: Date; endAccess: EndAccess },
) {
  const result = await reportSimChange(tx, reported, services);
  await holdPayouts(tx, reported.userId, services.now);
  return result;
}

/** `isOffered`: SMS is configured. */
export const getOwnPhone = async (call: Call<'user'>) => ({
  ...(await getPhone(call.db, call.user.id, call)),
  isOffered: call.sms !== null,
});

export async function reportOwnSim(call: Call<'user'>) {
  const { db, user, clock, endAccess } = call;
  const reported = { userId: user.id, sessionId: user.sessionId };
  await db.transaction((tx) => reportLostSim(tx, reported, { now: clock(), endAccess }));
  return getPhone(db, user.id, call);
}

/** Does nothing for a buyer. */
const holdPayouts = (tx: Database, userId: number, now: Date) =>
  updateFarm(tx, userId, {
    payoutsHeldUntil: secondsAfter(now, PAYOUT_HOLD_SECONDS),
    updatedAt: now,
  });
