import { type Clock, secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { confirmPassword } from '#server/modules/accounts/confirm-password.ts';
import type { PasswordHasher } from '#server/modules/accounts/passwords.ts';
import { replacePhoneNumber } from '#server/modules/accounts/update-person.ts';
import { putInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import type { ChangePhoneNumber } from '#shared/farm.ts';
import { NOTICE_VALIDITY_SECONDS, PAYOUT_HOLD_SECONDS } from '#shared/limits.ts';
import { updateFarm } from './evidence/queries.ts';
import { getFarmerProfile } from './get-farmer-profile.ts';

type Change = ChangePhoneNumber & { farmerId: number };

/**
 * Changes the number that payouts go to. It takes the password, the owner is told by mail, and nothing is paid out for a day,
 * so that a stolen session can't turn into stolen money before its owner notices.
 * @throws AppError PASSWORD_WRONG, TOO_MANY_ATTEMPTS
 */
export async function changePhoneNumber(
  db: Database,
  { farmerId, phoneNumber, password }: Change,
  services: { clock: Clock; rateLimits: RateLimits; passwords: PasswordHasher },
) {
  await confirmPassword(db, { userId: farmerId, password }, services);
  const profile = await getFarmerProfile(db, farmerId);
  if (profile.phoneNumber === phoneNumber) return profile;
  await db.transaction(async (tx) => {
    const now = services.clock();
    await replacePhoneNumber(tx, { userId: farmerId, phoneNumber }, now);
    await updateFarm(tx, farmerId, { payoutsHeldUntil: secondsAfter(now, PAYOUT_HOLD_SECONDS), updatedAt: now });
    const payload = { userId: farmerId, lastDigits: phoneNumber.slice(-3) };
    await putInOutbox(tx, { kind: 'phoneNumberChanged', payload, validSeconds: NOTICE_VALIDITY_SECONDS }, now);
  });
  return getFarmerProfile(db, farmerId);
}
